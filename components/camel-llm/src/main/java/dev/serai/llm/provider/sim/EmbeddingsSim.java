/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** OpenAI's embeddings: a vector of length 1 that is the same for the same input, and like no other. */
final class EmbeddingsSim extends OperationSim {
    private static final int DIMENSIONS = 256;
    private static final int MOST_INPUTS = 2048;

    EmbeddingsSim(SimDialect chat) {
        super(chat, "/embeddings");
    }

    @Override
    public SimPrompt read(SimCall call) throws SimRejection {
        required(call, "model");
        List<String> inputs = inputs(required(call, "input"));
        JsonNode dimensions = call.body().path("dimensions");
        String encoding = call.body().path("encoding_format").asText("float");
        if (inputs.size() > MOST_INPUTS) {
            throw new SimRejection("input", "array_above_max_length", "At most " + MOST_INPUTS + " inputs.");
        }
        if (inputs.stream().anyMatch(String::isEmpty)) {
            throw new SimRejection("input", null, "'input' cannot be an empty string.");
        }
        if (!dimensions.isMissingNode() && dimensions.asInt() < 1) {
            throw new SimRejection(null, null, dimensions + " is less than the minimum of 1 - 'dimensions'");
        }
        if (!encoding.equals("float") && !encoding.equals("base64")) {
            throw new SimRejection(
                    null, null, "'" + encoding + "' is not one of ['float', 'base64'] - 'encoding_format'");
        }
        return prompt(call, String.join("\n", inputs));
    }

    @Override
    public ObjectNode result(SimCall call, Tokens usage, long seed) {
        JsonNode body = call.body();
        int dimensions = body.path("dimensions").asInt(DIMENSIONS);
        boolean base64 = body.path("encoding_format").asText().equals("base64");
        ObjectNode answer = SimJson.object().put("object", "list");
        ArrayNode data = answer.putArray("data");
        for (String input : inputs(body.path("input"))) {
            ObjectNode item = data.addObject().put("object", "embedding").put("index", data.size() - 1);
            float[] vector = vector(input, dimensions, seed);
            if (base64) {
                item.put("embedding", base64(vector));
            } else {
                ArrayNode values = item.putArray("embedding");
                for (float value : vector) {
                    values.add(value);
                }
            }
        }
        answer.put("model", body.path("model").asText());
        if (usage != null) {
            answer.putObject("usage").put("prompt_tokens", usage.prompt()).put("total_tokens", usage.prompt());
        }
        return answer;
    }

    /** One text for each vector; tokens are as good as any. */
    private static List<String> inputs(JsonNode input) {
        if (!input.isArray() || input.path(0).isNumber()) {
            return List.of(input.isTextual() ? input.textValue() : input.toString());
        }
        return StreamSupport.stream(input.spliterator(), false)
                .map(one -> one.isTextual() ? one.textValue() : one.toString())
                .toList();
    }

    private static float[] vector(String input, int dimensions, long seed) {
        Random random = new Random(seed * 31 + input.hashCode());
        double[] drawn = random.doubles(dimensions, -1, 1).toArray();
        double squares = 0;
        for (double value : drawn) {
            squares += value * value;
        }
        float[] vector = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            vector[i] = (float) (drawn[i] / Math.sqrt(squares));
        }
        return vector;
    }

    private static String base64(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : vector) {
            bytes.putFloat(value);
        }
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
