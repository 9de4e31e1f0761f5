/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Splits one JSON array that comes in pieces into its objects, or objects that just follow each other. Each object is
 * delivered with its last brace, and what stands between two goes with the one that follows. An object that was cut off
 * is delivered as far as it came. Not thread-safe.
 */
public final class JsonArrayReader implements FrameReader {
    private static final int END = -1;

    private final InputStream in;
    private final int maxFrameBytes;
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private int depth;
    private boolean inString;
    private boolean escaped;

    /** @param maxFrameBytes a larger object ends the stream with an IOException, so that no provider can fill the memory */
    public JsonArrayReader(InputStream in, int maxFrameBytes) {
        this.in = new BufferedInputStream(in);
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    public SseFrame next() throws IOException {
        int start = END;
        for (int b = in.read(); b != END; b = in.read()) {
            if (raw.size() == maxFrameBytes) {
                throw new IOException("an event is larger than " + maxFrameBytes + " bytes");
            }
            if (depth == 0 && b == '{') {
                start = raw.size();
            }
            raw.write(b);
            if (start != END && endsObject(b)) {
                return frame(start);
            }
        }
        return raw.size() == 0 ? null : frame(start);
    }

    /** Outside of objects nothing is followed: there are only brackets, commas and white space. */
    private boolean endsObject(int b) {
        if (inString) {
            inString = escaped || b != '"';
            escaped = !escaped && b == '\\';
        } else if (b == '"') {
            inString = true;
        } else if (b == '{') {
            depth++;
        } else if (b == '}') {
            depth--;
        }
        return depth == 0;
    }

    private SseFrame frame(int start) {
        byte[] bytes = raw.toByteArray();
        raw.reset();
        depth = 0;
        String data = start == END ? null : new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        return new SseFrame(bytes, null, data);
    }
}
