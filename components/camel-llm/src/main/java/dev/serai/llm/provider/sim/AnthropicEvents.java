/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of Anthropic Messages as events. Not thread-safe. */
final class AnthropicEvents {
    private final SimAnswer answer;

    AnthropicEvents(SimAnswer answer) {
        this.answer = answer;
    }

    Stream<SimFrame> frames() {
        Stream<SimFrame> blocks = SimFrame.inTurn(answer.blocks().size(), this::block);
        return Stream.concat(
                Stream.concat(Stream.of(messageStart()), blocks),
                Stream.of(messageDelta(), event(Role.DONE, "message_stop")));
    }

    private Stream<SimFrame> block(int index) {
        Block block = answer.blocks().get(index);
        Stream.Builder<SimFrame> opening = Stream.builder();
        opening.add(blockStart(block, index));
        if (index == 0) {
            opening.add(event(Role.OPENING, "ping"));
        }
        if (block.kind() == Kind.TOOL_CALL) {
            // the first fragment is usually empty
            opening.add(delta(Role.OPENING, block, index, ""));
        }
        Stream<SimFrame> tokens = block.pieces().stream().map(piece -> delta(Role.TOKEN, block, index, piece));
        SimFrame stop = SimFrame.event(Role.CLOSING, typed("content_block_stop").put("index", index));
        return Stream.concat(Stream.concat(opening.build(), tokens), Stream.of(stop));
    }

    private SimFrame messageStart() {
        ObjectNode message = AnthropicAnswers.head(answer);
        if (answer.usage() != null) {
            message.set("usage", AnthropicAnswers.promptUsage(answer.usage(), 1));
        }
        ObjectNode event = typed("message_start");
        event.set("message", message);
        return SimFrame.event(Role.OPENING, event);
    }

    private SimFrame blockStart(Block block, int index) {
        ObjectNode event = typed("content_block_start").put("index", index);
        ObjectNode written = event.putObject("content_block");
        if (block.kind() == Kind.TOOL_CALL) {
            AnthropicAnswers.toolUse(written, answer, index).putObject("input");
        } else {
            written.put("type", "text").put("text", "");
        }
        return SimFrame.event(Role.OPENING, event);
    }

    private static SimFrame delta(Role role, Block block, int index, String piece) {
        boolean tool = block.kind() == Kind.TOOL_CALL;
        ObjectNode event = typed("content_block_delta").put("index", index);
        event.putObject("delta")
                .put("type", tool ? "input_json_delta" : "text_delta")
                .put(tool ? "partial_json" : "text", piece);
        return SimFrame.event(role, event);
    }

    private SimFrame messageDelta() {
        ObjectNode event = typed("message_delta");
        AnthropicAnswers.stop(event.putObject("delta"), answer);
        Tokens usage = answer.usage();
        if (usage != null) {
            ObjectNode counts = AnthropicAnswers.promptUsage(usage, usage.completion());
            AnthropicAnswers.details(counts, usage);
            event.set("usage", counts);
        }
        return SimFrame.event(Role.CLOSING, event);
    }

    private static SimFrame event(Role role, String type) {
        return SimFrame.event(role, typed(type));
    }

    private static ObjectNode typed(String type) {
        return SimJson.object().put("type", type);
    }
}
