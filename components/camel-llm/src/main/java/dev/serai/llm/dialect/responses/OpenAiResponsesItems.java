/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.openai.OpenAiTokens;

/** The items and content parts of an answer that is being written. */
final class OpenAiResponsesItems {
    private OpenAiResponsesItems() {}

    static ObjectNode message() {
        ObjectNode item = Json.object()
                .put("id", Ids.create("msg_"))
                .put("type", "message")
                .put("status", "in_progress")
                .put("role", "assistant");
        item.putArray("content");
        return item;
    }

    static ObjectNode text(String text, List<Token> tokens) {
        ObjectNode part = Json.object().put("type", "output_text").put("text", text);
        part.putArray("annotations");
        part.set("logprobs", OpenAiTokens.write(tokens));
        return part;
    }

    static ObjectNode refusal(String text) {
        return Json.object().put("type", "refusal").put("refusal", text);
    }

    /** Some providers send no id, but a client needs one to answer the call. */
    static ObjectNode call(String callId, String name) {
        return Json.object()
                .put("id", Ids.create("fc_"))
                .put("type", "function_call")
                .put("status", "in_progress")
                .put("call_id", Ids.orNew(callId, "call_"))
                .put("name", name)
                .put("arguments", "");
    }
}
