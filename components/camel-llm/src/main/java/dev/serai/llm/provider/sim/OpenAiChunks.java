/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of OpenAI chat completions as chunks. Not thread-safe. */
final class OpenAiChunks {
    private final SimAnswer answer;
    private final boolean usage;
    private final ObjectNode head;

    OpenAiChunks(SimAnswer answer, boolean usage) {
        this.answer = answer;
        this.usage = usage && answer.usage() != null;
        this.head = OpenAiAnswers.head(answer, "chat.completion.chunk");
    }

    Stream<SimFrame> frames() {
        Stream<SimFrame> tokens = answer.pieces().stream().map(this::token);
        Stream<SimFrame> end = Stream.of(
                chunk(Role.CLOSING, SimJson.object(), OpenAiAnswers.finishReason(answer)),
                SimFrame.text(Role.DONE, "data: [DONE]\n\n"));
        if (usage) {
            end = Stream.of(
                    chunk(Role.CLOSING, SimJson.object(), OpenAiAnswers.finishReason(answer)),
                    usageChunk(),
                    SimFrame.text(Role.DONE, "data: [DONE]\n\n"));
        }
        return Stream.concat(Stream.concat(Stream.of(opening()), tokens), end);
    }

    private SimFrame opening() {
        ObjectNode delta = SimJson.object().put("role", "assistant");
        if (answer.kind() == Kind.TOOL_CALL) {
            delta.putNull("content");
            ObjectNode call =
                    call(delta).put("id", OpenAiAnswers.callId(answer)).put("type", "function");
            call.putObject("function").put("name", answer.tool().name()).put("arguments", "");
        } else {
            delta.put("content", answer.kind() == Kind.TEXT ? "" : null);
        }
        return chunk(Role.OPENING, delta.putNull("refusal"), null);
    }

    private SimFrame token(String piece) {
        ObjectNode delta = SimJson.object();
        switch (answer.kind()) {
            case TEXT -> delta.put("content", piece);
            case REFUSAL -> delta.put("refusal", piece);
            case TOOL_CALL -> call(delta).putObject("function").put("arguments", piece);
        }
        return chunk(Role.TOKEN, delta, null);
    }

    private static ObjectNode call(ObjectNode delta) {
        return delta.putArray("tool_calls").addObject().put("index", 0);
    }

    private SimFrame chunk(Role role, ObjectNode delta, String finishReason) {
        ObjectNode chunk = SimJson.object();
        chunk.setAll(head);
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", finishReason);
        if (usage) {
            chunk.putNull("usage");
        }
        return SimFrame.data(role, chunk);
    }

    private SimFrame usageChunk() {
        ObjectNode chunk = SimJson.object();
        chunk.setAll(head);
        chunk.putArray("choices");
        chunk.set("usage", OpenAiAnswers.usage(answer.usage()));
        return SimFrame.data(Role.CLOSING, chunk);
    }
}
