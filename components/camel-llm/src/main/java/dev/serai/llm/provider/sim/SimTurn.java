/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimFault.Kind;
import dev.serai.llm.provider.sim.SimRequest.Outcome;
import dev.serai.llm.provider.sim.SimScript.Timing;

/** Plays one attempt: the answer of the script, or its fault. Used by one thread. */
final class SimTurn {
    private final SimWire wire;
    private final SimDialect dialect;
    private final SimMount.Take take;
    private final SimExchange exchange;
    private final String requestId;

    SimTurn(SimWire wire, SimDialect dialect, SimMount.Take take, SimExchange exchange) {
        this.wire = wire;
        this.dialect = dialect;
        this.take = take;
        this.exchange = exchange;
        this.requestId = String.format("req_sim_%s_%06d", take.mount(), take.attempt());
    }

    Outcome play(SimDialect.SimCall call) throws IOException {
        try {
            if (!call.body().isObject()) {
                throw new SimRejection("body", null, "We could not parse the JSON body of your request.");
            }
            return play(call, dialect.read(call));
        } catch (SimRejection e) {
            return reply(reply(dialect.error(e, requestId)), Outcome.COMPLETED);
        }
    }

    private static SimReply reply(SimDialect.Failure failure) {
        Map<String, String> headers = new HashMap<>(SimReply.JSON);
        headers.putAll(failure.headers());
        return new SimReply(failure.status(), headers, failure.body());
    }

    private Outcome play(SimDialect.SimCall call, SimPrompt prompt) throws IOException {
        Kind kind = kind(prompt);
        if (kind == Kind.SILENCE) {
            wire.pauseForEver();
        }
        Timing timing = take.script().timing().with(take.fault());
        wire.pause(timing.latency());
        if (kind == Kind.RESET_BEFORE_HEADERS) {
            wire.reset();
            return Outcome.FAULTED;
        }
        if (kind.isErrorReply()) {
            return reply(errorReply(kind, prompt), Outcome.FAULTED);
        }
        SimAnswer answer = AnswerMaker.answer(take, prompt);
        if (prompt.stream()) {
            return stream(answer, prompt, timing);
        }
        ObjectNode result = dialect.result(call, answer.usage(), take.script().seed());
        return whole(answer, result, timing);
    }

    /** The scripted fault, or the one that the prompt itself causes. */
    private Kind kind(SimPrompt prompt) {
        int window = take.script().contextWindow();
        boolean overflows = window > 0 && prompt.tokens() > window;
        return overflows && take.fault().kind() == Kind.NONE
                ? Kind.CONTEXT_LENGTH
                : take.fault().kind();
    }

    private SimReply errorReply(Kind kind, SimPrompt prompt) {
        SimFault.Reply given = take.fault().reply();
        SimDialect.Failure failure = failure(kind, prompt);
        SimReply usual = reply(failure);
        Map<String, String> headers = new HashMap<>(usual.headers());
        given.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        byte[] body = given.body() == null ? usual.body() : given.body().getBytes(StandardCharsets.UTF_8);
        boolean bodiless = failure.status() == 204 || failure.status() == 304;
        return new SimReply(failure.status(), headers, bodiless ? new byte[0] : body);
    }

    private SimDialect.Failure failure(Kind kind, SimPrompt prompt) {
        if (kind == Kind.STATUS) {
            return dialect.error(take.fault().reply().status(), requestId);
        }
        int limit = take.script().contextWindow();
        int shown = limit > 0 ? limit : Math.max(1, prompt.tokens() / 2);
        return dialect.failure(kind, new SimDialect.Window(prompt.tokens(), shown), requestId);
    }

    private Outcome reply(SimReply reply, Outcome outcome) throws IOException {
        exchange.status(reply.status());
        wire.send(withHeaders(reply));
        return outcome;
    }

    private SimReply withHeaders(SimReply reply) {
        Map<String, String> headers = new HashMap<>(dialect.headers(requestId));
        headers.putAll(reply.headers());
        return new SimReply(reply.status(), headers, reply.body());
    }

    private Outcome stream(SimAnswer answer, SimPrompt prompt, Timing timing) throws IOException {
        Map<String, String> headers = new HashMap<>(dialect.headers(requestId));
        headers.put("content-type", dialect.streamType());
        headers.put("cache-control", "no-cache");
        exchange.status(200);
        wire.startStream(headers);
        StreamPlayer player = new StreamPlayer(wire, dialect, take.fault(), timing, exchange);
        boolean usage = prompt.usageInStream() || take.script().usage().unasked();
        return player.play(answer, usage, requestId);
    }

    /** @param result that of an operation besides chat, which counts as one token; null for a chat */
    private Outcome whole(SimAnswer answer, ObjectNode result, Timing timing) throws IOException {
        SimFault fault = take.fault();
        int all = result == null ? answer.size() : 1;
        boolean interrupted = fault.interrupts() && fault.after() <= all;
        int made = interrupted ? fault.after() : all;
        wire.pause(
                made == 0
                        ? Duration.ZERO
                        : timing.firstTokenDelay().plus(timing.tokenDelay().multipliedBy(made - 1L)));
        SimReply reply = SimReply.json(200, result == null ? dialect.answer(answer) : result);
        if (fault.kind() == Kind.IN_BAND_ERROR && interrupted) {
            byte[] body = dialect.errorBody(new SimDialect.Progress(answer, 0, requestId));
            return reply(new SimReply(200, SimReply.JSON, body), Outcome.FAULTED);
        }
        if (fault.kind() == Kind.MALFORMED) {
            byte[] half = Arrays.copyOf(reply.body(), reply.body().length / 2);
            return reply(new SimReply(200, reply.headers(), half), Outcome.FAULTED);
        }
        exchange.tokensSent(made);
        if (!interrupted) {
            return reply(reply, fault.kind() == Kind.REFUSAL ? Outcome.FAULTED : Outcome.COMPLETED);
        }
        exchange.status(200);
        // never the last byte: a whole body would be a whole answer
        int part = Math.min(reply.body().length - 1, (int) ((long) reply.body().length * made / Math.max(1, all)));
        wire.sendPart(withHeaders(reply), part);
        return fault.strike(wire);
    }
}
