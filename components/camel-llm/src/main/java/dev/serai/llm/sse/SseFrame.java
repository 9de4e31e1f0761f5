/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

/**
 * One event of an event stream with the bytes it came in. The raw bytes of all frames, one after the other, are the
 * stream as it was received.
 *
 * @param raw   as received, with its terminating blank line where there was one
 * @param event the event name, or null
 * @param data  the data lines joined by LF, or null where the frame holds only comments or ignored fields
 */
public record SseFrame(byte[] raw, String event, String data) {
    public boolean isComment() {
        return data == null;
    }
}
