/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.RequestSummary;

/** Anthropic's count of a request's tokens; the task is one that chats. Stateless and thread-safe. */
final class TokenCountDoor implements Door {
    private static final List<String> HEADERS = List.of("anthropic-version", "anthropic-beta");

    private final DialectCodec codec = Codecs.of(Dialect.ANTHROPIC_MESSAGES);

    @Override
    public String name() {
        return "anthropic-count-tokens";
    }

    @Override
    public Ask read(Inbound inbound) throws LlmException {
        JsonNode tree = Json.parseRequest(inbound.body());
        RequestSummary summary = codec.summarize(asMessages(tree));
        return Ask.of(inbound, tree, summary, NativeDoor.forwarded(inbound, HEADERS));
    }

    /** A request to be counted lacks the one field that a Messages request must have. */
    private static JsonNode asMessages(JsonNode tree) {
        return tree instanceof ObjectNode object
                ? Json.object().<ObjectNode>setAll(object).put("max_tokens", 1)
                : tree;
    }

    @Override
    public Envelope envelope(Ask ask, TaskContract contract, Call call) {
        return Envelope.of(Operation.COUNT_TOKENS, codec.dialect(), ask, contract, call);
    }

    @Override
    public byte[] answer(Call call, LlmResponse response) {
        return response.body();
    }

    @Override
    public byte[] error(LlmException error, String requestId) {
        return Json.bytes(codec.writeError(error, requestId));
    }
}
