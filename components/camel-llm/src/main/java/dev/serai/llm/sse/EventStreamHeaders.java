/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The headers of a frame: a name, a type and a value each. Only strings matter; the other types are stepped over. */
final class EventStreamHeaders {
    private static final int BYTES = 6;
    private static final int STRING = 7;

    private EventStreamHeaders() {}

    /** @throws IOException where a header does not fit into the buffer or has an unknown type */
    static Map<String, String> read(ByteBuffer in) throws IOException {
        Map<String, String> headers = new HashMap<>();
        try {
            while (in.hasRemaining()) {
                String name = string(in, in.get() & 0xff);
                int type = in.get();
                if (type == STRING) {
                    headers.put(name, string(in, in.getShort() & 0xffff));
                } else {
                    string(in, type == BYTES ? in.getShort() & 0xffff : lengthOf(type));
                }
            }
        } catch (BufferUnderflowException e) {
            throw new IOException("broken event stream: a header is cut off", e);
        }
        return headers;
    }

    private static int lengthOf(int type) throws IOException {
        return switch (type) {
            // true and false have no value
            case 0, 1 -> 0;
            case 2 -> Byte.BYTES;
            case 3 -> Short.BYTES;
            case 4 -> Integer.BYTES;
            // a long, and a time
            case 5, 8 -> Long.BYTES;
            // a UUID
            case 9 -> 2 * Long.BYTES;
            default -> throw new IOException("broken event stream: unknown header type " + type);
        };
    }

    private static String string(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
