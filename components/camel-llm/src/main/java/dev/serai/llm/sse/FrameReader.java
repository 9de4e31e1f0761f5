/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.sse;

import java.io.IOException;

/** Splits a provider's stream into frames, whatever the framing is. Not thread-safe. */
public interface FrameReader {
    /** The next frame, or null at the end of the stream. Blocks. */
    SseFrame next() throws IOException;
}
