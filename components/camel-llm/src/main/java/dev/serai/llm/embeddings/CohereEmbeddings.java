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
import dev.serai.llm.embeddings.EmbeddingsRequest.Purpose;

/** Cohere's form, version 2, where a purpose is required: for a caller that says none it is that of a document. */
public final class CohereEmbeddings implements EmbeddingsCodec.Translated {
    @Override
    public Dialect dialect() {
        return Dialect.COHERE_CHAT;
    }

    @Override
    public byte[] edit(byte[] payload, String model, Set<String> mayLose) throws LlmException {
        return new JsonSplice(payload).set("model", TextNode.valueOf(model)).toBytes();
    }

    /** Cohere would cut a text that is too long, and say nothing of it. */
    @Override
    public ObjectNode write(EmbeddingsRequest request, String model, Set<String> mayLose) throws LlmException {
        ObjectNode payload = Json.object().put("model", model);
        request.textsFor("Cohere").forEach(payload.putArray("texts")::add);
        new Losses(mayLose, "Cohere").dropAll(request.rest());
        Purpose purpose = request.purpose() == null ? Purpose.SEARCH_DOCUMENT : request.purpose();
        payload.put("input_type", purpose.code()).put("truncate", "NONE");
        payload.putArray("embedding_types").add("float");
        if (request.dimensions() != null) {
            payload.put("output_dimension", request.dimensions());
        }
        return payload;
    }

    /** A caller of its own form may want several types at once, of which some are packed. */
    @Override
    public Asked asked(JsonNode payload) {
        JsonNode types = payload.path("embedding_types");
        boolean floats = types.size() == 1 && types.get(0).asText().equals("float");
        JsonNode dimensions = payload.path("output_dimension");
        int vectors = 0;
        for (String field : new String[] {"texts", "images", "inputs"}) {
            vectors += payload.path(field).size();
        }
        return new Asked(vectors, floats && dimensions.isInt() ? dimensions.intValue() : null);
    }

    @Override
    public Embeddings read(JsonNode body) throws LlmException {
        JsonNode embeddings = body.path("embeddings");
        JsonNode vectors = embeddings.isArray() ? embeddings : ofOneType(embeddings);
        if (vectors == null) {
            throw Embeddings.invalid("no_vectors", "the answer has no embeddings");
        }
        JsonNode tokens = body.path("meta").path("billed_units").path("input_tokens");
        return new Embeddings(Json.text(body, "id"), null, Vectors.readAll(vectors), Embeddings.usage(tokens));
    }

    private static JsonNode ofOneType(JsonNode embeddings) {
        if (embeddings.has("float")) {
            return embeddings.get("float");
        }
        for (JsonNode type : embeddings) {
            if (type.isArray()) {
                return type;
            }
        }
        return null;
    }
}
