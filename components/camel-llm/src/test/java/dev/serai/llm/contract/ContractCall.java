/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.apache.camel.Exchange;

import dev.serai.llm.Ask;
import dev.serai.llm.Dialect;
import dev.serai.llm.ExpectedAnswer;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmStream;
import dev.serai.llm.Outcome;
import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;

/** Calls of one provider in one dialect, through the component and over sockets. Used by one thread. */
final class ContractCall {
    private final ContractBed bed;
    private final ProviderRow row;
    private final Dialect caller;

    ContractCall(ContractBed bed, ProviderRow row, Dialect caller) {
        this.bed = bed;
        this.row = row;
        this.caller = caller;
    }

    ProviderRow row() {
        return row;
    }

    /** What the provider does from now on. */
    ContractCall scripted(Map<String, String> options) {
        return scripted(SimScript.of(options));
    }

    ContractCall scripted(SimScript script) {
        bed.sim.mount(row.provider(), script);
        bed.sim.journal().clear();
        return this;
    }

    Ask ask() {
        return Ask.of(caller, "Why is the sky blue?");
    }

    Outcome whole() {
        return whole(ask());
    }

    Outcome whole(Ask ask) {
        return Outcome.of(send(ask.streamed(false), false, ""));
    }

    Outcome stream() {
        return stream(ask());
    }

    Outcome stream(Ask ask) {
        return Outcome.of(send(ask.streamed(true), true, ""));
    }

    /** @param limits endpoint options, each with an ampersand before it */
    Outcome stream(String limits) {
        return Outcome.of(send(ask().streamed(true), true, limits));
    }

    /** A stream that the caller has still to read, and to close. */
    LlmStream open() {
        return send(ask().streamed(true), true, "").getMessage().getBody(LlmStream.class);
    }

    /** A call under way. */
    CompletableFuture<Exchange> start(LlmRequest request) {
        return bed.template.asyncSend(uri(""), exchange -> exchange.getMessage().setBody(request));
    }

    LlmRequest request(boolean stream) {
        return request(ask().streamed(stream), stream);
    }

    /** What an answer says to the caller, read without any code of the component. */
    ExpectedAnswer read(Outcome outcome, boolean streamed) {
        return ExpectedAnswer.of(caller, outcome.bytes(), streamed);
    }

    /** What the provider has seen since its script was set, the latest last. */
    List<SimRequest> seen() {
        return bed.sim.journal().requests(row.provider());
    }

    SimRequest last() {
        return seen().get(seen().size() - 1);
    }

    private Exchange send(Ask ask, boolean stream, String limits) {
        LlmRequest request = request(ask, stream);
        return bed.template.request(
                uri(limits), exchange -> exchange.getMessage().setBody(request));
    }

    private LlmRequest request(Ask ask, boolean stream) {
        return LlmRequest.of(caller, ask.body().toString().getBytes(StandardCharsets.UTF_8), stream);
    }

    private String uri(String limits) {
        return "llm:" + row.provider() + "/the-model?apiKey=RAW("
                + row.address().apiKey() + ")&baseUrl=" + bed.sim.baseUrl(row.provider())
                + row.address().basePath() + limits;
    }

    @Override
    public String toString() {
        return "as " + caller.code();
    }
}
