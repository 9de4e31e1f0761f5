/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of Anthropic Messages as events. Not thread-safe. */
final class AnthropicEvents {
    private final SimAnswer answer;
    private final boolean tool;

    AnthropicEvents(SimAnswer answer) {
        this.answer = answer;
        this.tool = answer.kind() == Kind.TOOL_CALL;
    }

    Stream<SimFrame> frames() {
        Stream<SimFrame> opening = Stream.of(messageStart(), blockStart(), event(Role.OPENING, "ping"));
        if (tool) {
            // the first fragment is usually empty
            opening = Stream.concat(opening, Stream.of(delta(Role.OPENING, "")));
        }
        Stream<SimFrame> tokens = answer.pieces().stream().map(piece -> delta(Role.TOKEN, piece));
        Stream<SimFrame> closing = Stream.of(
                SimFrame.event(Role.CLOSING, typed("content_block_stop").put("index", 0)),
                messageDelta(),
                event(Role.DONE, "message_stop"));
        return Stream.concat(Stream.concat(opening, tokens), closing);
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

    private SimFrame blockStart() {
        ObjectNode event = typed("content_block_start").put("index", 0);
        ObjectNode block = event.putObject("content_block");
        if (tool) {
            AnthropicAnswers.toolUse(block, answer).putObject("input");
        } else {
            block.put("type", "text").put("text", "");
        }
        return SimFrame.event(Role.OPENING, event);
    }

    private SimFrame delta(Role role, String piece) {
        ObjectNode event = typed("content_block_delta").put("index", 0);
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
