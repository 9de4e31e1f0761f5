/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of ConverseStream as frames. Not thread-safe. */
final class BedrockEvents {
    private static final String PADDING = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private final SimAnswer answer;
    private int written;

    BedrockEvents(SimAnswer answer) {
        this.answer = answer;
    }

    /** Usage comes after the stop, and with it the end; a stream without its end has neither. */
    Stream<SimFrame> frames() {
        Stream<SimFrame> blocks = SimFrame.inTurn(answer.blocks().size(), this::block);
        ObjectNode stop = SimJson.object().put("stopReason", BedrockAnswers.stopReason(answer));
        return Stream.concat(
                Stream.concat(
                        Stream.of(event(
                                Role.OPENING, "messageStart", SimJson.object().put("role", "assistant"))),
                        blocks),
                Stream.of(
                        event(Role.DONE, "messageStop", stop),
                        event(Role.DONE, "metadata", BedrockAnswers.metadata(answer))));
    }

    /** Only a tool call has a start. */
    private Stream<SimFrame> block(int index) {
        Block block = answer.blocks().get(index);
        Stream.Builder<SimFrame> start = Stream.builder();
        if (block.kind() == Kind.TOOL_CALL) {
            ObjectNode event = indexed(index);
            BedrockAnswers.toolUse(event.putObject("start"), answer, index);
            start.add(event(Role.OPENING, "contentBlockStart", event));
        }
        Stream<SimFrame> tokens = block.pieces().stream().map(piece -> delta(block, index, piece));
        SimFrame stop = event(Role.CLOSING, "contentBlockStop", indexed(index));
        return Stream.concat(Stream.concat(start.build(), tokens), Stream.of(stop));
    }

    private SimFrame delta(Block block, int index, String piece) {
        ObjectNode event = indexed(index);
        ObjectNode delta = event.putObject("delta");
        if (block.kind() == Kind.TOOL_CALL) {
            delta.putObject("toolUse").put("input", piece);
        } else {
            delta.put("text", piece);
        }
        return event(Role.TOKEN, "contentBlockDelta", event);
    }

    private static ObjectNode indexed(int index) {
        return SimJson.object().put("contentBlockIndex", index);
    }

    /** Padding of varying length hides the length of a token from who only sees the encrypted stream. */
    private SimFrame event(Role role, String type, ObjectNode payload) {
        int padding = 4 + written++ * 7 % (PADDING.length() - 4);
        payload.put("p", PADDING.substring(0, padding));
        return BedrockFrame.event(role, type, SimJson.bytes(payload));
    }
}
