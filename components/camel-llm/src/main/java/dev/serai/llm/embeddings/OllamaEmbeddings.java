/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;

/** Ollama's form. */
public final class OllamaEmbeddings implements EmbeddingsCodec.Translated {
    @Override
    public Dialect dialect() {
        return Dialect.OLLAMA_CHAT;
    }

    @Override
    public byte[] edit(byte[] payload, String model, Set<String> mayLose) throws LlmException {
        return new JsonSplice(payload).set("model", TextNode.valueOf(model)).toBytes();
    }

    /** Ollama would cut a text that is too long, and say nothing of it. */
    @Override
    public ObjectNode write(EmbeddingsRequest request, String model, Set<String> mayLose) throws LlmException {
        ObjectNode payload = Json.object().put("model", model);
        request.textsFor("Ollama").forEach(payload.putArray("input")::add);
        Losses losses = new Losses(mayLose, "Ollama");
        losses.dropAll(request.rest());
        if (request.purpose() != null) {
            losses.drop("input_type");
        }
        payload.put("truncate", false);
        if (request.dimensions() != null) {
            payload.put("dimensions", request.dimensions());
        }
        return payload;
    }

    @Override
    public Asked asked(JsonNode payload) {
        JsonNode dimensions = payload.path("dimensions");
        return new Asked(Asked.count(payload.path("input")), dimensions.isInt() ? dimensions.intValue() : null);
    }

    @Override
    public Embeddings read(JsonNode body) throws LlmException {
        JsonNode vectors = body.path("embeddings");
        if (!vectors.isArray()) {
            throw Embeddings.invalid("no_vectors", "the answer has no embeddings");
        }
        return new Embeddings(
                null,
                Json.text(body, "model"),
                Vectors.readAll(vectors),
                Embeddings.usage(body.path("prompt_eval_count")));
    }
}
