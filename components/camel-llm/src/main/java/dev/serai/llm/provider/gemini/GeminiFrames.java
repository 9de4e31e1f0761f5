/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.gemini;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.JsonArrayReader;
import dev.serai.llm.sse.SseFrame;
import dev.serai.llm.sse.SseReader;

/**
 * Gemini streams events where {@code alt=sse} reached it, and else an array of the same objects; the first byte tells.
 * Not thread-safe.
 */
final class GeminiFrames implements FrameReader {
    private static final int LONGEST_INDENT = 64;

    private final InputStream in;
    private final int maxFrameBytes;
    private FrameReader frames;

    GeminiFrames(InputStream in, int maxFrameBytes) {
        this.in = new BufferedInputStream(in);
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    public SseFrame next() throws IOException {
        if (frames == null) {
            int first = first();
            frames = first == '[' || first == '{'
                    ? new JsonArrayReader(in, maxFrameBytes)
                    : new SseReader(in, maxFrameBytes);
        }
        return frames.next();
    }

    private int first() throws IOException {
        in.mark(LONGEST_INDENT);
        int b = in.read();
        for (int i = 1; i < LONGEST_INDENT && b >= 0 && Character.isWhitespace(b); i++) {
            b = in.read();
        }
        in.reset();
        return b;
    }
}
