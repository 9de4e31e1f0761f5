/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.List;

import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.sse.SseFrame;

/** Reads the events of one stream; stateful, one thread. */
public interface StreamReader {
    /**
     * What a frame means.
     *
     * @throws MalformedEventException where the frame's data is not the JSON of this dialect; the stream goes on
     */
    List<StreamPart> read(SseFrame frame) throws MalformedEventException;

    /** What the end of the body means, where the dialect has no word for the end. */
    default List<StreamPart> atEnd() {
        return List.of();
    }

    /**
     * The frame's bytes for a client that did not ask for usage: with the usage taken out, empty where nothing else was
     * in it, the frame's own bytes where it had none.
     */
    byte[] withoutUsage(SseFrame frame);
}
