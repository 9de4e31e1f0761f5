/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;

/** Writes server-sent events. */
public final class EventBytes {
    public static final byte[] NONE = new byte[0];

    private EventBytes() {}

    /** @param name the event name, or null for none */
    public static byte[] of(String name, JsonNode data) {
        return of(name, data.toString());
    }

    /** @param data may have several lines */
    public static byte[] of(String name, String data) {
        StringBuilder event = new StringBuilder(data.length() + 32);
        if (name != null) {
            event.append("event: ").append(name).append('\n');
        }
        for (String line : data.split("\n", -1)) {
            event.append("data: ").append(line).append('\n');
        }
        return event.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
