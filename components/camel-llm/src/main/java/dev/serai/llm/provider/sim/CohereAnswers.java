/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;

/** Writes whole answers of Cohere Chat, and the parts that events share with them. */
final class CohereAnswers {
    /** Tokens of the vendor's own prompt, which the model sees and nobody pays for. */
    private static final int PREAMBLE = 66;

    private CohereAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode body = SimJson.object().put("id", id(answer));
        ObjectNode message = body.putObject("message").put("role", "assistant");
        if (answer.kind() == Kind.TOOL_CALL) {
            message.put("tool_plan", plan(answer));
        }
        for (int i = 0; i < answer.blocks().size(); i++) {
            Block block = answer.blocks().get(i);
            if (block.kind() == Kind.TOOL_CALL) {
                message.withArrayProperty("tool_calls").add(call(answer, i, block.text()));
            } else {
                message.withArrayProperty("content")
                        .addObject()
                        .put("type", "text")
                        .put("text", block.text());
            }
        }
        finish(body, answer);
        return body;
    }

    static String id(SimAnswer answer) {
        return "sim-" + answer.serial();
    }

    /** The model says what it is going to do. */
    static String plan(SimAnswer answer) {
        return "I will use the " + answer.blocks().get(0).tool().name() + " tool.";
    }

    static ObjectNode call(SimAnswer answer, int index, String arguments) {
        String name = answer.blocks().get(index).tool().name();
        ObjectNode call =
                SimJson.object().put("id", answer.callId(name + "_", index)).put("type", "function");
        call.putObject("function").put("name", name).put("arguments", arguments);
        return call;
    }

    /** A refusal is a text like any other here. */
    static void finish(ObjectNode target, SimAnswer answer) {
        String reason = answer.kind() == Kind.TOOL_CALL ? "TOOL_CALL" : "COMPLETE";
        target.put("finish_reason", answer.truncated() ? "MAX_TOKENS" : reason);
        if (answer.usage() != null) {
            target.set("usage", usage(answer.usage()));
        }
    }

    /** What is billed, and what the model saw. */
    private static ObjectNode usage(Tokens tokens) {
        ObjectNode usage = SimJson.object();
        usage.putObject("billed_units").put("input_tokens", tokens.prompt()).put("output_tokens", tokens.completion());
        ObjectNode seen = usage.putObject("tokens")
                .put("input_tokens", tokens.prompt() + PREAMBLE)
                .put("output_tokens", tokens.completion());
        if (tokens.reasoning() > 0) {
            seen.put("reasoning_tokens", tokens.reasoning());
        }
        return usage.put("cached_tokens", tokens.cached());
    }
}
