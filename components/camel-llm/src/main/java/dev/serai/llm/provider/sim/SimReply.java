/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** A whole HTTP answer. */
record SimReply(int status, Map<String, String> headers, byte[] body) {
    static final Map<String, String> JSON = Map.of("content-type", "application/json");

    static SimReply json(int status, JsonNode body) {
        return new SimReply(status, JSON, SimJson.bytes(body));
    }
}
