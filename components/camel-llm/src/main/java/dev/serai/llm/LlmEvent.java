/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.List;

import dev.serai.llm.conversation.StreamPart;

/**
 * One step of a streamed answer.
 *
 * @param bytes what the client is sent, in the dialect of the request; can be empty where the client gets nothing
 * @param parts what the step means; empty for comments and for events this version does not know
 */
public record LlmEvent(byte[] bytes, List<StreamPart> parts) {
    /** Whether this step carries something that a client would show: after it there is no other deployment. */
    public boolean hasContent() {
        for (StreamPart part : parts) {
            if (part.isContent()) {
                return true;
            }
        }
        return false;
    }
}
