/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of Anthropic Messages, and the parts that events share with them. */
final class AnthropicAnswers {
    private AnthropicAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode message = head(answer);
        for (int i = 0; i < answer.blocks().size(); i++) {
            Block block = answer.blocks().get(i);
            ObjectNode written = message.withArrayProperty("content").addObject();
            if (block.kind() == Kind.TOOL_CALL) {
                toolUse(written, answer, i).set("input", block.arguments());
            } else {
                written.put("type", "text").put("text", block.text());
            }
        }
        stop(message, answer);
        if (answer.usage() != null) {
            ObjectNode usage = promptUsage(answer.usage(), answer.usage().completion());
            details(usage, answer.usage());
            message.set("usage", usage.put("service_tier", "standard"));
        }
        return message;
    }

    /** A message without content, not stopped yet. */
    static ObjectNode head(SimAnswer answer) {
        ObjectNode message = SimJson.object()
                .put("id", "msg_sim" + answer.serial())
                .put("type", "message")
                .put("role", "assistant")
                .put("model", answer.model());
        message.putArray("content");
        return message.putNull("stop_reason").putNull("stop_sequence");
    }

    static ObjectNode toolUse(ObjectNode written, SimAnswer answer, int index) {
        return written.put("type", "tool_use")
                .put("id", answer.callId("toolu_", index))
                .put("name", answer.blocks().get(index).tool().name());
    }

    static void stop(ObjectNode target, SimAnswer answer) {
        String reason =
                switch (answer.kind()) {
                    case REFUSAL -> "refusal";
                    case TOOL_CALL -> "tool_use";
                    case TEXT -> "end_turn";
                };
        target.put("stop_reason", answer.truncated() ? "max_tokens" : reason).putNull("stop_sequence");
        if (answer.kind() == Kind.REFUSAL) {
            target.putObject("stop_details")
                    .put("type", "refusal")
                    .putNull("category")
                    .putNull("explanation");
        }
    }

    /** Cached tokens are outside of the input tokens here. */
    static ObjectNode promptUsage(Tokens tokens, int output) {
        return SimJson.object()
                .put("input_tokens", tokens.uncached())
                .put("cache_creation_input_tokens", tokens.cacheWrite())
                .put("cache_read_input_tokens", tokens.cached())
                .put("output_tokens", output);
    }

    static void details(ObjectNode usage, Tokens tokens) {
        if (tokens.reasoning() > 0) {
            usage.putObject("output_tokens_details").put("thinking_tokens", tokens.reasoning());
        }
    }
}
