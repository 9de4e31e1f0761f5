/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;

/** Vectors as JSON: an array of numbers, or base64 of 32-bit floats with the low byte first. */
public final class Vectors {
    private Vectors() {}

    /** @throws LlmException output_invalid where the node is no vector */
    static float[] read(JsonNode vector) throws LlmException {
        if (vector.isTextual()) {
            try {
                return ofBase64(vector.textValue());
            } catch (IllegalArgumentException e) {
                throw Embeddings.invalid("not_a_vector", "a vector is not base64");
            }
        }
        if (!vector.isArray()) {
            throw Embeddings.invalid("not_a_vector", "a vector is no array");
        }
        float[] values = new float[vector.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = vector.get(i).floatValue();
        }
        return values;
    }

    /** The vectors of an array of them. */
    static List<float[]> readAll(JsonNode vectors) throws LlmException {
        List<float[]> all = new ArrayList<>(vectors.size());
        for (JsonNode vector : vectors) {
            all.add(read(vector));
        }
        return all;
    }

    static ArrayNode write(float[] vector) {
        ArrayNode values = Json.array();
        for (float value : vector) {
            values.add(value);
        }
        return values;
    }

    /** Throws IllegalArgumentException where the text is no base64. */
    public static float[] ofBase64(String text) {
        FloatBuffer floats = ByteBuffer.wrap(Base64.getDecoder().decode(text))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer();
        float[] vector = new float[floats.remaining()];
        floats.get(vector);
        return vector;
    }

    public static String base64(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
