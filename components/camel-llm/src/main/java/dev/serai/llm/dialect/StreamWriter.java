/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import dev.serai.llm.conversation.StreamPart;

/** Writes the events of one stream; stateful, one thread. */
public interface StreamWriter {
    /** The bytes of zero or more complete events. {@link StreamPart.End} writes the dialect's clean end. */
    byte[] write(StreamPart part);
}
