/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Instant;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;

/** Writes whole answers of Ollama's chat, and the parts that lines of a stream share with them. */
final class OllamaAnswers {
    private static final long LOAD_NANOS = 20_000_000;
    private static final long PROMPT_TOKEN_NANOS = 100_000;
    private static final long TOKEN_NANOS = 10_000_000;

    private OllamaAnswers() {}

    static ObjectNode whole(SimAnswer answer) {
        ObjectNode body = head(answer);
        ObjectNode message = message(body);
        for (int i = 0; i < answer.blocks().size(); i++) {
            Block block = answer.blocks().get(i);
            if (block.kind() == Kind.TOOL_CALL && block.wholeArguments() != null) {
                call(message, answer, i);
            } else if (block.kind() != Kind.TOOL_CALL) {
                message.put("content", block.text());
            }
        }
        end(body, answer);
        return body;
    }

    static ObjectNode head(SimAnswer answer) {
        return SimJson.object()
                .put("model", answer.model())
                .put("created_at", Instant.now().toString());
    }

    static ObjectNode message(ObjectNode body) {
        return body.putObject("message").put("role", "assistant").put("content", "");
    }

    /** A call is whole, its arguments an object; one that was cut is none. */
    static void call(ObjectNode message, SimAnswer answer, int index) {
        Block block = answer.blocks().get(index);
        ObjectNode call = message.withArrayProperty("tool_calls").addObject().put("id", answer.callId("call_", index));
        call.putObject("function")
                .put("index", index)
                .put("name", block.tool().name())
                .set("arguments", block.wholeArguments());
    }

    /** Nothing here tells a tool call or a refusal from an end. Times are in nanoseconds. */
    static void end(ObjectNode body, SimAnswer answer) {
        body.put("done", true).put("done_reason", answer.truncated() ? "length" : "stop");
        int prompt = answer.usage() == null ? 0 : answer.usage().prompt();
        long prompting = prompt * PROMPT_TOKEN_NANOS;
        long answering = answer.size() * TOKEN_NANOS;
        body.put("total_duration", LOAD_NANOS + prompting + answering).put("load_duration", LOAD_NANOS);
        if (answer.usage() != null) {
            body.put("prompt_eval_count", prompt);
        }
        body.put("prompt_eval_duration", prompting);
        if (answer.usage() != null) {
            body.put("eval_count", answer.usage().completion());
        }
        body.put("eval_duration", answering);
    }
}
