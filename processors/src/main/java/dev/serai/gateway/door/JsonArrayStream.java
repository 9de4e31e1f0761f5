/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream of events as one JSON array of what is in them. A heartbeat becomes white space, and an error that stands
 * outside of the events the last element. One stream, one thread.
 */
final class JsonArrayStream extends InputStream {
    private static final String DATA = "data:";

    private final InputStream events;
    private final byte[] chunk = new byte[8192];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private byte[] ready = new byte[0];
    private int taken;
    private boolean begun;
    private boolean ended;

    JsonArrayStream(InputStream events) {
        this.events = events;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (taken == ready.length) {
            if (ended) {
                return -1;
            }
            fill();
        }
        int count = Math.min(length, ready.length - taken);
        System.arraycopy(ready, taken, target, offset, count);
        taken += count;
        return count;
    }

    private void fill() throws IOException {
        int count = events.read(chunk);
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                line(line.toString(StandardCharsets.UTF_8).stripTrailing());
                line.reset();
            } else {
                line.write(chunk[i]);
            }
        }
        if (count < 0) {
            element();
            write(begun ? "\n]" : "[]");
            ended = true;
        }
        ready = out.toByteArray();
        taken = 0;
        out.reset();
    }

    private void line(String text) {
        if (text.isEmpty()) {
            element();
        } else if (text.startsWith(":")) {
            write("\n");
        } else if (text.startsWith(DATA)) {
            data.append(text.substring(DATA.length()).strip());
        } else if (text.startsWith("{")) {
            data.append(text);
        }
    }

    private void element() {
        if (!data.isEmpty()) {
            write(begun ? ",\n" : "[");
            write(data.toString());
            data.setLength(0);
            begun = true;
        }
    }

    private void write(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
