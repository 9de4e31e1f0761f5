/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Reads {@code application/vnd.amazon.eventstream}: a prelude of three words (length of the frame, length of the headers,
 * checksum of both), headers, payload and a checksum of all that. A frame that is broken in any way ends the stream with
 * an IOException, since nothing after it can be trusted. The event's name is its type; for an exception or error it is
 * {@link #EXCEPTION} and the type. Not thread-safe.
 */
public final class EventStreamReader implements FrameReader {
    /** Stands before the type of an exception in {@link SseFrame#event()}. */
    public static final String EXCEPTION = "exception:";

    private static final int PRELUDE = 12;
    private static final int CHECKSUM = 4;

    private final InputStream in;
    private final int maxFrameBytes;

    /** @param maxFrameBytes a larger frame ends the stream with an IOException, so that no provider can fill the memory */
    public EventStreamReader(InputStream in, int maxFrameBytes) {
        this.in = in;
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    public SseFrame next() throws IOException {
        byte[] prelude = in.readNBytes(PRELUDE);
        if (prelude.length == 0) {
            return null;
        }
        requireAll(prelude.length == PRELUDE);
        ByteBuffer lengths = ByteBuffer.wrap(prelude);
        int total = lengths.getInt();
        int headers = lengths.getInt();
        require(lengths.getInt() == checksum(prelude, PRELUDE - CHECKSUM), "the prelude's checksum is wrong");
        require(total >= PRELUDE + CHECKSUM && total <= maxFrameBytes, "a frame's length is out of bounds");
        require(headers >= 0 && headers <= total - PRELUDE - CHECKSUM, "the headers' length is out of bounds");

        byte[] rest = in.readNBytes(total - PRELUDE);
        requireAll(rest.length == total - PRELUDE);
        byte[] raw = ByteBuffer.allocate(total).put(prelude).put(rest).array();
        int checksum = ByteBuffer.wrap(raw).getInt(total - CHECKSUM);
        require(checksum == checksum(raw, total - CHECKSUM), "a frame's checksum is wrong");
        return frame(
                raw,
                EventStreamHeaders.read(ByteBuffer.wrap(raw, PRELUDE, headers)),
                new String(raw, PRELUDE + headers, total - PRELUDE - headers - CHECKSUM, StandardCharsets.UTF_8));
    }

    private static SseFrame frame(byte[] raw, Map<String, String> headers, String payload) {
        return switch (headers.getOrDefault(":message-type", "event")) {
            case "exception" -> new SseFrame(raw, EXCEPTION + headers.get(":exception-type"), payload);
            // an error has its text in a header and no payload
            case "error" ->
                new SseFrame(raw, EXCEPTION + headers.get(":error-code"), headers.getOrDefault(":error-message", ""));
            default -> new SseFrame(raw, headers.get(":event-type"), payload);
        };
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException("broken event stream: " + otherwise);
        }
    }

    private static void requireAll(boolean complete) throws EOFException {
        if (!complete) {
            throw new EOFException("the event stream ended inside a frame");
        }
    }
}
