/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of Converse, and the parts that events share with them. */
final class BedrockAnswers {
    private BedrockAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode body = metadata(answer);
        ObjectNode message = body.putObject("output").putObject("message").put("role", "assistant");
        for (int i = 0; i < answer.blocks().size(); i++) {
            Block block = answer.blocks().get(i);
            ObjectNode written = message.withArrayProperty("content").addObject();
            if (block.kind() == Kind.TOOL_CALL) {
                toolUse(written, answer, i).set("input", block.arguments());
            } else {
                written.put("text", block.text());
            }
        }
        return body.put("stopReason", stopReason(answer));
    }

    static ObjectNode toolUse(ObjectNode written, SimAnswer answer, int index) {
        return written.putObject("toolUse")
                .put("toolUseId", answer.callId("tooluse_", index))
                .put("name", answer.blocks().get(index).tool().name());
    }

    static String stopReason(SimAnswer answer) {
        if (answer.truncated()) {
            return "max_tokens";
        }
        return switch (answer.kind()) {
            case REFUSAL -> "content_filtered";
            case TOOL_CALL -> "tool_use";
            case TEXT -> "end_turn";
        };
    }

    /** What stands beside the answer. */
    static ObjectNode metadata(SimAnswer answer) {
        ObjectNode body = SimJson.object();
        body.putObject("metrics").put("latencyMs", 1 + answer.size());
        if (answer.usage() != null) {
            body.set("usage", usage(answer.usage()));
        }
        return body;
    }

    /** Cached tokens are outside of the input tokens here, and reasoning has no count of its own. */
    private static ObjectNode usage(Tokens tokens) {
        return SimJson.object()
                .put("inputTokens", tokens.uncached())
                .put("outputTokens", tokens.completion())
                .put("totalTokens", tokens.prompt() + tokens.completion())
                .put("cacheReadInputTokens", tokens.cached())
                .put("cacheWriteInputTokens", tokens.cacheWrite());
    }
}
