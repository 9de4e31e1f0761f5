/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes frames of an AWS event stream: lengths, a checksum of them, headers, payload, a checksum of all. */
final class BedrockFrame {
    private static final byte STRING = 7;
    private static final int PRELUDE = 8;
    private static final int CHECKSUM = 4;

    private BedrockFrame() {}

    static SimFrame event(Role role, String type, byte[] payload) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(":event-type", type);
        headers.put(":content-type", "application/json");
        headers.put(":message-type", "event");
        return new SimFrame(role, bytes(headers, payload));
    }

    static SimFrame exception(String type, byte[] payload) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(":exception-type", type);
        headers.put(":content-type", "application/json");
        headers.put(":message-type", "exception");
        return new SimFrame(Role.FAULT, bytes(headers, payload));
    }

    private static byte[] bytes(Map<String, String> headers, byte[] payload) {
        byte[] head = bytes(headers);
        int length = PRELUDE + CHECKSUM + head.length + payload.length + CHECKSUM;
        ByteBuffer frame = ByteBuffer.allocate(length).putInt(length).putInt(head.length);
        frame.putInt(checksum(frame)).put(head).put(payload);
        return frame.putInt(checksum(frame)).array();
    }

    private static byte[] bytes(Map<String, String> headers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        headers.forEach((name, value) -> {
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            out.write(name.length());
            out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
            out.write(STRING);
            out.write(text.length >> 8);
            out.write(text.length);
            out.writeBytes(text);
        });
        return out.toByteArray();
    }

    /** Of all that is written so far. */
    private static int checksum(ByteBuffer frame) {
        CRC32 crc = new CRC32();
        crc.update(frame.array(), 0, frame.position());
        return (int) crc.getValue();
    }
}
