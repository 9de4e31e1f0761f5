/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.embeddings.OpenAiEmbeddings;

/** OpenAI's embeddings. Stateless and thread-safe. */
final class EmbeddingsDoor implements Door {
    @Override
    public String name() {
        return "openai-embeddings";
    }

    @Override
    public Operation operation() {
        return Operation.EMBEDDINGS;
    }

    @Override
    public Ask read(Inbound inbound) throws LlmException {
        JsonNode tree = Json.parseRequest(inbound.body());
        RequestSummary summary = OpenAiEmbeddings.summarize(tree);
        return Ask.of(inbound, tree, summary, Map.of());
    }

    @Override
    public Envelope envelope(Ask ask, TaskContract contract, Call call) {
        return Envelope.of(Operation.EMBEDDINGS, Dialect.OPENAI_CHAT, ask, contract, call);
    }

    @Override
    public byte[] answer(Call call, LlmResponse response) {
        return response.body();
    }

    @Override
    public byte[] error(LlmException error, String requestId) {
        return Json.bytes(Codecs.of(Dialect.OPENAI_CHAT).writeError(error, requestId));
    }
}
