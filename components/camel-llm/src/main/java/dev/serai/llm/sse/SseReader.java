/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits an event stream into frames as the WHATWG specification says: CR, LF or CRLF line ends, comments, several data
 * lines, fields with or without a space, and reads that end anywhere, inside a UTF-8 sequence too. A last event without
 * its blank line is delivered when the stream ends, since several providers end that way. Not thread-safe.
 */
public final class SseReader implements FrameReader {
    private static final int END = -1;

    private final InputStream in;
    private final int maxFrameBytes;
    private final byte[] buffer = new byte[8192];
    private int position;
    private int limit;
    private boolean ended;

    /** The bytes of the frame so far. */
    private byte[] raw = new byte[1024];

    private int rawSize;
    private int lineStart;
    /** An LF that follows a CR belongs to the line end that the CR has already made. */
    private boolean afterCarriageReturn;

    private boolean firstLine = true;
    private boolean sawLine;
    private String event;
    private StringBuilder data;

    /** @param maxFrameBytes a larger frame ends the stream with an IOException, so that no provider can fill the memory */
    public SseReader(InputStream in, int maxFrameBytes) {
        this.in = in;
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    public SseFrame next() throws IOException {
        for (int b = take(); b != END; b = take()) {
            boolean lineFeedOfCrLf = b == '\n' && afterCarriageReturn;
            afterCarriageReturn = b == '\r';
            append(b);
            if (lineFeedOfCrLf) {
                lineStart = rawSize;
            } else if (b == '\n' || b == '\r') {
                boolean blank = rawSize - 1 == lineStart;
                endLine(rawSize - 1);
                // blank lines between frames stay with the frame that follows
                if (blank && sawLine) {
                    takeBufferedLineFeed();
                    return dispatch();
                }
            }
        }
        endLine(rawSize);
        return rawSize == 0 ? null : dispatch();
    }

    /** Whether bytes are at hand, so that {@link #next} may return without waiting for the network. */
    public boolean hasBuffered() {
        return position < limit;
    }

    private int take() throws IOException {
        if (position >= limit && !fill()) {
            return END;
        }
        return buffer[position++] & 0xff;
    }

    private boolean fill() throws IOException {
        if (!ended) {
            position = 0;
            limit = Math.max(0, in.read(buffer, 0, buffer.length));
            ended = limit == 0;
        }
        return !ended;
    }

    private void append(int b) throws IOException {
        if (rawSize == maxFrameBytes) {
            throw new IOException("an event is larger than " + maxFrameBytes + " bytes");
        }
        if (rawSize == raw.length) {
            raw = Arrays.copyOf(raw, rawSize * 2);
        }
        raw[rawSize++] = (byte) b;
    }

    /** The rest of a CRLF goes with the frame where it is here already; where it is still on its way nobody waits for it. */
    private void takeBufferedLineFeed() throws IOException {
        if (afterCarriageReturn && hasBuffered() && buffer[position] == '\n') {
            append(take());
            afterCarriageReturn = false;
        }
    }

    private void endLine(int end) {
        if (end > lineStart) {
            String line = new String(raw, lineStart, end - lineStart, StandardCharsets.UTF_8);
            sawLine = true;
            readLine(firstLine && line.startsWith("\uFEFF") ? line.substring(1) : line);
            firstLine = false;
        }
        lineStart = rawSize;
    }

    private void readLine(String line) {
        int colon = line.indexOf(':');
        String name = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
        if (name.equals("data")) {
            data = data == null ? new StringBuilder(value) : data.append('\n').append(value);
        } else if (name.equals("event")) {
            event = value.isEmpty() ? null : value;
        }
    }

    private SseFrame dispatch() {
        SseFrame frame = new SseFrame(Arrays.copyOf(raw, rawSize), event, data == null ? null : data.toString());
        rawSize = 0;
        lineStart = 0;
        data = null;
        event = null;
        sawLine = false;
        return frame;
    }
}
