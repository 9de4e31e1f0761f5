/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A whole event stream read in the plainest way, without the component's reader. */
public final class Sse {
    public static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final ObjectMapper JSON = new ObjectMapper();

    private Sse() {}

    /** The events with JSON data. */
    public static List<JsonNode> events(byte[] stream) {
        List<JsonNode> events = new ArrayList<>();
        for (String event : new String(stream, UTF_8).replace("\r\n", "\n").split("\n\n+")) {
            StringBuilder data = new StringBuilder();
            for (String line : event.split("\n")) {
                if (line.startsWith("data:")) {
                    data.append(line.substring(5).strip());
                }
            }
            if (data.length() > 0 && !data.toString().equals("[DONE]")) {
                events.add(read(data.toString()));
            }
        }
        return events;
    }

    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    public static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }

    public static JsonNode readOrNull(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
