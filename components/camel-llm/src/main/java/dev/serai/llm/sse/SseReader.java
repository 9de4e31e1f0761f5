/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Splits an event stream into frames as the WHATWG specification says: CR, LF or CRLF line ends, comments, several data
 * lines, fields with or without a space, and reads that end anywhere, inside a UTF-8 sequence too. A last event without
 * its blank line is delivered when the stream ends, since several providers end that way. Not thread-safe.
 */
public final class SseReader {
    private static final int NEEDS_READ = -2;
    private static final int END = -1;

    private final InputStream in;
    private final int maxFrameBytes;
    private final byte[] buffer = new byte[8192];
    private int position;
    private int limit;
    private boolean ended;

    private final ByteArrayOutputStream raw = new ByteArrayOutputStream(512);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    private StringBuilder data;
    private String event;
    private boolean sawField;
    private boolean firstLine = true;

    /** @param maxFrameBytes a larger frame ends the stream with an IOException, so that no provider can fill the memory */
    public SseReader(InputStream in, int maxFrameBytes) {
        this.in = in;
        this.maxFrameBytes = maxFrameBytes;
    }

    /** The next frame, or null at the end of the stream. Blocks. */
    public SseFrame next() throws IOException {
        while (true) {
            int b = take();
            if (b == END) {
                return lastFrame();
            }
            raw.write(b);
            if (raw.size() > maxFrameBytes) {
                throw new IOException("an event is larger than " + maxFrameBytes + " bytes");
            }
            if (b == '\n' || b == '\r') {
                if (b == '\r') {
                    swallowLineFeed();
                }
                if (line.size() == 0) {
                    if (sawField || raw.size() > 2) {
                        return dispatch();
                    }
                    // a blank line between frames: keep its bytes with the frame that follows
                    continue;
                }
                readLine();
            } else {
                line.write(b);
            }
        }
    }

    /** Whether bytes are at hand, so that {@link #next} may return without waiting for the network. */
    public boolean hasBuffered() {
        return position < limit;
    }

    private int take() throws IOException {
        if (position < limit) {
            return buffer[position++] & 0xff;
        }
        return ended ? END : fill();
    }

    private int fill() throws IOException {
        limit = in.read(buffer, 0, buffer.length);
        position = 0;
        if (limit <= 0) {
            limit = 0;
            ended = true;
            return END;
        }
        return buffer[position++] & 0xff;
    }

    /** A CR ends the line by itself; an LF that is already here belongs to it, one still on its way becomes a blank line. */
    private void swallowLineFeed() throws IOException {
        int next = position < limit ? buffer[position] & 0xff : NEEDS_READ;
        if (next == NEEDS_READ && line.size() > 0 && !ended) {
            // waiting is harmless in the middle of a frame: more has to come
            int b = fill();
            if (b == END) {
                return;
            }
            position--;
            next = b;
        }
        if (next == '\n') {
            position++;
            raw.write('\n');
        }
    }

    private void readLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (firstLine) {
            firstLine = false;
            if (text.startsWith("\uFEFF")) {
                text = text.substring(1);
            }
        }
        sawField = true;
        int colon = text.indexOf(':');
        if (colon == 0) {
            return;
        }
        String name = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(text.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
        if (name.equals("data")) {
            if (data == null) {
                data = new StringBuilder(value);
            } else {
                data.append('\n').append(value);
            }
        } else if (name.equals("event")) {
            event = value;
        }
    }

    private SseFrame lastFrame() {
        if (line.size() > 0) {
            readLine();
        }
        return raw.size() == 0 ? null : dispatch();
    }

    private SseFrame dispatch() {
        SseFrame frame = new SseFrame(raw.toByteArray(), event, data == null ? null : data.toString());
        raw.reset();
        data = null;
        event = null;
        sawField = false;
        return frame;
    }
}
