/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Splits newline-delimited JSON into frames, one a line. A blank line is a comment, and a last line without its line end
 * counts. Not thread-safe.
 */
public final class NdjsonReader implements FrameReader {
    private final InputStream in;
    private final int maxFrameBytes;
    private final byte[] buffer = new byte[8192];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int position;
    private int limit;
    private boolean ended;

    /** @param maxFrameBytes a longer line ends the stream with an IOException, so that no provider can fill the memory */
    public NdjsonReader(InputStream in, int maxFrameBytes) {
        this.in = in;
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    public SseFrame next() throws IOException {
        while (position < limit || fill()) {
            byte b = buffer[position++];
            if (line.size() == maxFrameBytes) {
                throw new IOException("a line is longer than " + maxFrameBytes + " bytes");
            }
            line.write(b);
            if (b == '\n') {
                return frame();
            }
        }
        return line.size() == 0 ? null : frame();
    }

    private boolean fill() throws IOException {
        if (!ended) {
            position = 0;
            limit = Math.max(0, in.read(buffer, 0, buffer.length));
            ended = limit == 0;
        }
        return !ended;
    }

    private SseFrame frame() {
        byte[] raw = line.toByteArray();
        line.reset();
        String text = new String(raw, StandardCharsets.UTF_8).strip();
        return new SseFrame(raw, null, text.isEmpty() ? null : text);
    }
}
