/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;

/** Gemini's form: one content, or a batch of requests that each name the model again. */
public final class GeminiEmbeddings implements EmbeddingsCodec.Translated {
    private static final String BATCH = "requests";
    private static final String DIMENSIONS = "outputDimensionality";

    @Override
    public Dialect dialect() {
        return Dialect.GEMINI_GENERATE;
    }

    /** Whether a payload is a batch, which has a method of its own. */
    public static boolean isBatch(JsonNode payload) {
        return payload.has(BATCH);
    }

    /** A tuned model's name has its collection in front. */
    private static String resource(String model) {
        return model.indexOf('/') < 0 ? "models/" + model : model;
    }

    @Override
    public byte[] edit(byte[] payload, String model, Set<String> mayLose) throws LlmException {
        JsonSplice splice = new JsonSplice(payload).remove("model");
        if (splice.get(BATCH) instanceof ArrayNode requests) {
            for (JsonNode request : requests) {
                if (request instanceof ObjectNode object) {
                    object.put("model", resource(model));
                }
            }
            splice.set(BATCH, requests);
        }
        return splice.toBytes();
    }

    @Override
    public ObjectNode write(EmbeddingsRequest request, String model, Set<String> mayLose) throws LlmException {
        List<String> texts = request.textsFor("Gemini");
        new Losses(mayLose, "Gemini").dropAll(request.rest());
        ObjectNode payload = Json.object();
        ArrayNode requests = payload.putArray(BATCH);
        for (String text : texts) {
            ObjectNode one = requests.addObject().put("model", resource(model));
            one.putObject("content").putArray("parts").addObject().put("text", text);
            if (request.purpose() != null) {
                one.put("taskType", taskType(request.purpose()));
            }
            if (request.dimensions() != null) {
                one.put(DIMENSIONS, request.dimensions());
            }
        }
        return payload;
    }

    private static String taskType(EmbeddingsRequest.Purpose purpose) {
        return switch (purpose) {
            case SEARCH_DOCUMENT -> "RETRIEVAL_DOCUMENT";
            case SEARCH_QUERY -> "RETRIEVAL_QUERY";
            case CLASSIFICATION -> "CLASSIFICATION";
            case CLUSTERING -> "CLUSTERING";
        };
    }

    /** The requests of a batch may want different lengths: then none is expected. */
    @Override
    public Asked asked(JsonNode payload) {
        if (!isBatch(payload)) {
            return new Asked(1, dimensions(payload));
        }
        JsonNode requests = payload.path(BATCH);
        Integer dimensions = dimensions(requests.path(0));
        for (JsonNode request : requests) {
            dimensions = dimensions == null || !dimensions.equals(dimensions(request)) ? null : dimensions;
        }
        return new Asked(requests.size(), dimensions);
    }

    private static Integer dimensions(JsonNode request) {
        JsonNode dimensions = request.path(DIMENSIONS);
        return dimensions.isInt() ? dimensions.intValue() : null;
    }

    @Override
    public Embeddings read(JsonNode body) throws LlmException {
        JsonNode all = body.has("embedding") ? Json.array().add(body.get("embedding")) : body.path("embeddings");
        if (!all.isArray()) {
            throw Embeddings.invalid("no_vectors", "the answer has no embeddings");
        }
        ArrayNode vectors = Json.array();
        all.forEach(embedding -> vectors.add(embedding.path("values")));
        JsonNode tokens = body.path("usageMetadata").path("promptTokenCount");
        return new Embeddings(null, null, Vectors.readAll(vectors), Embeddings.usage(tokens));
    }
}
