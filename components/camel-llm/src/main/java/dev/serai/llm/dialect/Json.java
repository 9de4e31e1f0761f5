/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** The one JSON mapper of the component. Its parse errors never quote their input. Thread-safe. */
public final class Json {
    /** Deeper payloads are refused. */
    public static final int MAX_DEPTH = 200;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(64 * 1024 * 1024)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** @throws LlmException invalid_request saying where the JSON breaks */
    public static JsonNode parseRequest(byte[] body) throws LlmException {
        try {
            return parse(body);
        } catch (JsonProcessingException e) {
            throw LlmException.invalid(null, "The request body is not valid JSON" + where(e) + ".");
        } catch (IOException e) {
            throw LlmException.invalid(null, "The request body is not valid UTF-8 JSON.");
        }
    }

    /** @throws LlmException output_invalid */
    public static JsonNode parseAnswer(byte[] body) throws LlmException {
        try {
            return parse(body);
        } catch (IOException e) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .code("not_json")
                    .detail("the answer is not JSON")
                    .reason("The model's provider sent an answer that cannot be read.")
                    .build();
        }
    }

    public static byte[] bytes(JsonNode json) {
        try {
            return MAPPER.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }

    private static JsonNode parse(byte[] body) throws IOException {
        JsonNode tree = MAPPER.readTree(body);
        if (tree == null || tree.isMissingNode()) {
            throw new IOException("empty");
        }
        return tree;
    }

    private static String where(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
    }
}
