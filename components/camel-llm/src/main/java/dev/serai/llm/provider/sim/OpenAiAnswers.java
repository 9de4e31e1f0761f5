/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Instant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of OpenAI chat completions, and the parts that chunks share with them. */
final class OpenAiAnswers {
    private OpenAiAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode body = head(answer, "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        message.put("content", answer.kind() == Kind.TEXT ? answer.text() : null);
        message.put("refusal", answer.kind() == Kind.REFUSAL ? answer.text() : null);
        if (answer.kind() == Kind.TOOL_CALL) {
            ObjectNode call = message.putArray("tool_calls").addObject();
            call.put("id", callId(answer)).put("type", "function");
            call.putObject("function").put("name", answer.tool().name()).put("arguments", answer.text());
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

    static String callId(SimAnswer answer) {
        return "call_sim" + answer.serial();
    }

    /** A named tool choice ends with {@code stop}, as OpenAI's does. */
    static String finishReason(SimAnswer answer) {
        if (answer.truncated()) {
            return "length";
        }
        return answer.kind() == Kind.TOOL_CALL && !answer.tool().named() ? "tool_calls" : "stop";
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
