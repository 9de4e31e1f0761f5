/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of Anthropic Messages, and the parts that events share with them. */
final class AnthropicAnswers {
    private AnthropicAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode message = head(answer);
        ObjectNode block = message.withArrayProperty("content").addObject();
        if (answer.kind() == Kind.TOOL_CALL) {
            toolUse(block, answer).set("input", input(answer));
        } else {
            block.put("type", "text").put("text", answer.text());
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

    static ObjectNode toolUse(ObjectNode block, SimAnswer answer) {
        return block.put("type", "tool_use")
                .put("id", "toolu_sim" + answer.serial())
                .put("name", answer.tool().name());
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
                .put("input_tokens", tokens.prompt() - tokens.cached())
                .put("cache_creation_input_tokens", 0)
                .put("cache_read_input_tokens", tokens.cached())
                .put("output_tokens", output);
    }

    static void details(ObjectNode usage, Tokens tokens) {
        if (tokens.reasoning() > 0) {
            usage.putObject("output_tokens_details").put("thinking_tokens", tokens.reasoning());
        }
    }

    /** The arguments; none where the maximum cut them, since the field has to be an object. */
    private static JsonNode input(SimAnswer answer) {
        try {
            return SimJson.read(answer.text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return SimJson.object();
        }
    }
}
