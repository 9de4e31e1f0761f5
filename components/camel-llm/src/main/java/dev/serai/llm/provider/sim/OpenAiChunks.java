/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
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
        Stream<SimFrame> blocks = SimFrame.inTurn(answer.blocks().size(), this::block);
        Stream<SimFrame> end = Stream.of(
                chunk(Role.CLOSING, SimJson.object(), OpenAiAnswers.finishReason(answer)),
                SimFrame.text(Role.DONE, "data: [DONE]\n\n"));
        if (usage) {
            end = Stream.of(
                    chunk(Role.CLOSING, SimJson.object(), OpenAiAnswers.finishReason(answer)),
                    usageChunk(),
                    SimFrame.text(Role.DONE, "data: [DONE]\n\n"));
        }
        return Stream.concat(blocks, end);
    }

    private Stream<SimFrame> block(int index) {
        Block block = answer.blocks().get(index);
        return Stream.concat(
                Stream.of(opening(block, index)), block.pieces().stream().map(piece -> token(block, index, piece)));
    }

    private SimFrame opening(Block block, int index) {
        ObjectNode delta = SimJson.object();
        if (index == 0) {
            delta.put("role", "assistant").put("content", block.kind() == Kind.TEXT ? "" : null);
        }
        if (block.kind() == Kind.TOOL_CALL) {
            ObjectNode call = call(delta, index)
                    .put("id", OpenAiAnswers.callId(answer, index))
                    .put("type", "function");
            call.putObject("function").put("name", block.tool().name()).put("arguments", "");
        }
        if (index == 0) {
            delta.putNull("refusal");
        }
        return chunk(Role.OPENING, delta, null);
    }

    private SimFrame token(Block block, int index, String piece) {
        ObjectNode delta = SimJson.object();
        switch (block.kind()) {
            case TEXT -> delta.put("content", piece);
            case REFUSAL -> delta.put("refusal", piece);
            case TOOL_CALL -> call(delta, index).putObject("function").put("arguments", piece);
        }
        return chunk(Role.TOKEN, delta, null);
    }

    private static ObjectNode call(ObjectNode delta, int index) {
        return delta.putArray("tool_calls").addObject().put("index", index);
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
