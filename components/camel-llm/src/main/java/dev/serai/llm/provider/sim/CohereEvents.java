/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of Cohere Chat as events. Not thread-safe. */
final class CohereEvents {
    private final SimAnswer answer;

    CohereEvents(SimAnswer answer) {
        this.answer = answer;
    }

    /** The last event is said twice: as documented, and as the vendor sends it besides. */
    Stream<SimFrame> frames() {
        Stream<SimFrame> blocks = SimFrame.inTurn(answer.blocks().size(), this::block);
        return Stream.concat(
                Stream.concat(opening().stream(), blocks),
                Stream.of(messageEnd(), SimFrame.text(Role.DONE, "data: [DONE]\n\n")));
    }

    private List<SimFrame> opening() {
        List<SimFrame> frames = new ArrayList<>();
        ObjectNode start = SimJson.object().put("id", CohereAnswers.id(answer)).put("type", "message-start");
        ObjectNode message = start.putObject("delta").putObject("message").put("role", "assistant");
        message.putArray("content");
        message.put("tool_plan", "");
        message.putArray("tool_calls");
        message.putArray("citations");
        frames.add(SimFrame.event(Role.OPENING, start));
        if (answer.kind() == Kind.TOOL_CALL) {
            for (String word : CohereAnswers.plan(answer).split("(?= )")) {
                ObjectNode plan = SimJson.object().put("type", "tool-plan-delta");
                plan.putObject("delta").putObject("message").put("tool_plan", word);
                frames.add(SimFrame.event(Role.OPENING, plan));
            }
        }
        return frames;
    }

    private Stream<SimFrame> block(int index) {
        Block block = answer.blocks().get(index);
        boolean tool = block.kind() == Kind.TOOL_CALL;
        String kind = tool ? "tool-call" : "content";
        JsonNode start = tool
                ? CohereAnswers.call(answer, index, "")
                : SimJson.object().put("type", "text").put("text", "");
        SimFrame end = SimFrame.event(
                Role.CLOSING, SimJson.object().put("type", kind + "-end").put("index", index));
        return Stream.concat(
                Stream.concat(
                        Stream.of(event(Role.OPENING, kind + "-start", index, start)),
                        block.pieces().stream()
                                .map(piece -> event(Role.TOKEN, kind + "-delta", index, delta(tool, piece)))),
                Stream.of(end));
    }

    private static JsonNode delta(boolean tool, String piece) {
        ObjectNode delta = SimJson.object();
        if (tool) {
            delta.putObject("function").put("arguments", piece);
        } else {
            delta.put("text", piece);
        }
        return delta;
    }

    /** The calls of an event are one object, not an array. */
    private static SimFrame event(Role role, String type, int index, JsonNode value) {
        ObjectNode event = SimJson.object().put("type", type).put("index", index);
        event.putObject("delta").putObject("message").set(type.startsWith("tool") ? "tool_calls" : "content", value);
        return SimFrame.event(role, event);
    }

    private SimFrame messageEnd() {
        ObjectNode event = SimJson.object().put("type", "message-end");
        CohereAnswers.finish(event.putObject("delta"), answer);
        return SimFrame.event(Role.DONE, event);
    }
}
