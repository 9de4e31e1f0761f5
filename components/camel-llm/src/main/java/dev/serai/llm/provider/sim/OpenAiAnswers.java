/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Instant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of OpenAI chat completions, and the parts that chunks share with them. */
final class OpenAiAnswers {
    private OpenAiAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode body = head(answer, "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        Block first = answer.blocks().get(0);
        message.put("content", first.kind() == Kind.TEXT ? first.text() : null);
        message.put("refusal", first.kind() == Kind.REFUSAL ? first.text() : null);
        for (int i = 0; answer.kind() == Kind.TOOL_CALL && i < answer.blocks().size(); i++) {
            Block block = answer.blocks().get(i);
            ObjectNode call = message.withArrayProperty("tool_calls").addObject();
            call.put("id", callId(answer, i)).put("type", "function");
            call.putObject("function").put("name", block.tool().name()).put("arguments", block.text());
        }
        message.putArray("annotations");
        choice.putNull("logprobs");
        choice.put("finish_reason", finishReason(answer));
        if (answer.usage() != null) {
            body.set("usage", usage(answer.usage()));
        }
        return body;
    }

    static ObjectNode head(SimAnswer answer, String object) {
        return SimJson.object()
                .put("id", "chatcmpl-sim" + answer.serial())
                .put("object", object)
                .put("created", Instant.now().getEpochSecond())
                .put("model", answer.model())
                .put("service_tier", "default")
                .putNull("system_fingerprint");
    }

    static String callId(SimAnswer answer, int index) {
        return answer.callId("call_", index);
    }

    /** A named tool choice ends with {@code stop}, as OpenAI's does. */
    static String finishReason(SimAnswer answer) {
        if (answer.truncated()) {
            return "length";
        }
        return answer.kind() == Kind.TOOL_CALL && !answer.named() ? "tool_calls" : "stop";
    }

    static JsonNode usage(Tokens tokens) {
        ObjectNode usage = SimJson.object()
                .put("prompt_tokens", tokens.prompt())
                .put("completion_tokens", tokens.completion())
                .put("total_tokens", tokens.prompt() + tokens.completion());
        usage.putObject("prompt_tokens_details")
                .put("cached_tokens", tokens.cached())
                .put("audio_tokens", 0);
        usage.putObject("completion_tokens_details")
                .put("reasoning_tokens", tokens.reasoning())
                .put("audio_tokens", 0)
                .put("accepted_prediction_tokens", 0)
                .put("rejected_prediction_tokens", 0);
        return usage;
    }
}
