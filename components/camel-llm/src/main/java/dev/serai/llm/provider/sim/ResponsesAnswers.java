/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Instant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/**
 * Writes whole answers of OpenAI Responses, and the parts that events share with them. What an answer repeats of its
 * request are the vendor's defaults here.
 */
final class ResponsesAnswers {
    static final String COMPLETED = "completed";
    static final String IN_PROGRESS = "in_progress";
    private static final String INCOMPLETE = "incomplete";

    private ResponsesAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode response = head(answer, answer.truncated() ? INCOMPLETE : COMPLETED);
        ArrayNode output = response.withArrayProperty("output");
        for (int i = 0; i < answer.blocks().size(); i++) {
            output.add(done(answer, i));
        }
        if (answer.truncated()) {
            response.putObject("incomplete_details").put("reason", "max_output_tokens");
        } else {
            response.put("completed_at", Instant.now().getEpochSecond());
        }
        if (answer.usage() != null) {
            response.set("usage", usage(answer.usage()));
        }
        return response;
    }

    /** The answer that an error came to instead of output. */
    static ObjectNode failed(SimAnswer answer, JsonNode error) {
        ObjectNode response = head(answer, "failed");
        response.putObject("error")
                .put("code", error.path("code").asText())
                .put("message", error.path("message").asText());
        return response;
    }

    /** An answer without output and without usage. */
    static ObjectNode head(SimAnswer answer, String status) {
        ObjectNode response = SimJson.object()
                .put("id", "resp_sim" + answer.serial())
                .put("object", "response")
                .put("created_at", Instant.now().getEpochSecond())
                .put("status", status)
                .put("background", false)
                .putNull("completed_at")
                .putNull("error")
                .putNull("incomplete_details")
                .putNull("instructions")
                .putNull("max_output_tokens")
                .put("model", answer.model());
        response.putArray("output");
        response.put("parallel_tool_calls", true)
                .putNull("previous_response_id")
                .put("service_tier", "default")
                .put("store", true)
                .put("temperature", 1.0);
        response.putObject("text").putObject("format").put("type", "text");
        response.put("tool_choice", "auto").putArray("tools");
        response.put("top_p", 1.0)
                .put("truncation", "disabled")
                .putNull("usage")
                .putNull("user")
                .putObject("metadata");
        return response;
    }

    /** An item before its content. */
    static ObjectNode opened(SimAnswer answer, int index) {
        return item(answer, index, IN_PROGRESS, "");
    }

    /** A finished item. */
    static ObjectNode done(SimAnswer answer, int index) {
        Block block = answer.blocks().get(index);
        boolean cut = answer.truncated() && index == answer.blocks().size() - 1;
        ObjectNode item = item(answer, index, cut ? INCOMPLETE : COMPLETED, block.text());
        if (block.kind() != Kind.TOOL_CALL) {
            item.withArrayProperty("content").add(part(block, block.text()));
        }
        return item;
    }

    private static ObjectNode item(SimAnswer answer, int index, String status, String arguments) {
        Block block = answer.blocks().get(index);
        ObjectNode item = SimJson.object().put("id", itemId(answer, index));
        if (block.kind() == Kind.TOOL_CALL) {
            return item.put("type", "function_call")
                    .put("status", status)
                    .put("arguments", arguments)
                    .put("call_id", answer.callId("call_", index))
                    .put("name", block.tool().name());
        }
        item.put("type", "message").put("status", status).putArray("content");
        return item.put("role", "assistant");
    }

    static String itemId(SimAnswer answer, int index) {
        return answer.callId(answer.blocks().get(index).kind() == Kind.TOOL_CALL ? "fc_" : "msg_", index);
    }

    static ObjectNode part(Block block, String text) {
        if (block.kind() == Kind.REFUSAL) {
            return SimJson.object().put("type", "refusal").put("refusal", text);
        }
        ObjectNode part = SimJson.object().put("type", "output_text");
        part.putArray("annotations");
        part.putArray("logprobs");
        return part.put("text", text);
    }

    private static JsonNode usage(Tokens tokens) {
        ObjectNode usage = SimJson.object().put("input_tokens", tokens.prompt());
        usage.putObject("input_tokens_details")
                .put("cached_tokens", tokens.cached())
                .put("cache_write_tokens", tokens.cacheWrite());
        usage.put("output_tokens", tokens.completion());
        usage.putObject("output_tokens_details").put("reasoning_tokens", tokens.reasoning());
        return usage.put("total_tokens", tokens.prompt() + tokens.completion());
    }
}
