/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.openai.OpenAiChatErrors;

/**
 * The error event of a stream. OpenAI's specification has its fields in the event, its servers send them in an object
 * within: both are written, so that SDKs which wait for either of them notice.
 */
final class OpenAiResponsesErrors {
    private OpenAiResponsesErrors() {}

    /** The event's place in the stream is not known here, and no client orders by it: the stream ends with it. */
    static byte[] event(LlmException error) {
        ObjectNode event = OpenAiChatErrors.write(error);
        event.put("type", "error");
        for (String field : new String[] {"code", "message", "param"}) {
            event.set(field, event.path("error").path(field));
        }
        event.put("sequence_number", 0);
        return EventBytes.of("error", event);
    }
}
