/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

/** Writes frames of {@code application/vnd.amazon.eventstream}. */
final class BedrockFrames {
    private static final byte STRING = 7;

    private BedrockFrames() {}

    static byte[] event(String type, JsonNode payload) {
        return frame("event", ":event-type", type, payload);
    }

    static byte[] exception(String type, JsonNode payload) {
        return frame("exception", ":exception-type", type, payload);
    }

    private static byte[] frame(String messageType, String typeHeader, String type, JsonNode payload) {
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        header(headers, typeHeader, type);
        header(headers, ":content-type", "application/json");
        header(headers, ":message-type", messageType);
        byte[] body = Json.bytes(payload);
        int total = 16 + headers.size() + body.length;
        ByteBuffer frame = ByteBuffer.allocate(total).putInt(total).putInt(headers.size());
        frame.putInt(checksum(frame)).put(headers.toByteArray()).put(body);
        return frame.putInt(checksum(frame)).array();
    }

    private static void header(ByteArrayOutputStream out, String name, String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        out.write(name.length());
        out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(
                ByteBuffer.allocate(3).put(STRING).putShort((short) text.length).array());
        out.writeBytes(text);
    }

    /** Of what was written so far. */
    private static int checksum(ByteBuffer frame) {
        CRC32 crc = new CRC32();
        crc.update(frame.array(), 0, frame.position());
        return (int) crc.getValue();
    }
}
