/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of OpenAI Responses as events. Each is numbered when it is taken. Not thread-safe. */
final class ResponsesEvents {
    private final SimAnswer answer;
    private int number;

    ResponsesEvents(SimAnswer answer) {
        this.answer = answer;
    }

    Stream<SimFrame> frames() {
        Stream<Supplier<SimFrame>> start = Stream.of(
                () -> life(Role.OPENING, "response.created", head()),
                () -> life(Role.OPENING, "response.in_progress", head()));
        Stream<Supplier<SimFrame>> items = SimFrame.inTurn(answer.blocks().size(), this::item);
        Stream<Supplier<SimFrame>> end = Stream.of(this::last);
        return Stream.concat(Stream.concat(start, items), end).map(Supplier::get);
    }

    /** The two events of a failure, after so many others. */
    static SimFrame failure(SimAnswer answer, int number, ObjectNode error) {
        ResponsesEvents events = new ResponsesEvents(answer);
        events.number = number;
        ObjectNode event = events.typed("error");
        event.set("error", error);
        String both = new String(SimFrame.event(Role.FAULT, event).bytes(), StandardCharsets.UTF_8)
                + new String(
                        events.life(Role.FAULT, "response.failed", ResponsesAnswers.failed(answer, error))
                                .bytes(),
                        StandardCharsets.UTF_8);
        return SimFrame.text(Role.FAULT, both);
    }

    private ObjectNode head() {
        return ResponsesAnswers.head(answer, ResponsesAnswers.IN_PROGRESS);
    }

    private SimFrame last() {
        String type = answer.truncated() ? "response.incomplete" : "response.completed";
        return life(Role.DONE, type, ResponsesAnswers.whole(answer));
    }

    private Stream<Supplier<SimFrame>> item(int index) {
        Block block = answer.blocks().get(index);
        Stream<Supplier<SimFrame>> opening =
                Stream.of(() -> item(Role.OPENING, "added", index, ResponsesAnswers.opened(answer, index)));
        Stream<Supplier<SimFrame>> closing =
                Stream.of(() -> item(Role.CLOSING, "done", index, ResponsesAnswers.done(answer, index)));
        if (block.kind() != Kind.TOOL_CALL) {
            opening = Stream.concat(opening, Stream.of(() -> part(Role.OPENING, "added", index, "")));
            closing = Stream.concat(Stream.of(() -> part(Role.CLOSING, "done", index, block.text())), closing);
        }
        Stream<Supplier<SimFrame>> tokens = block.pieces().stream().map(piece -> () -> delta(index, piece));
        Stream<Supplier<SimFrame>> whole = Stream.of(() -> whole(index));
        return Stream.concat(Stream.concat(opening, tokens), Stream.concat(whole, closing));
    }

    private SimFrame life(Role role, String type, ObjectNode response) {
        ObjectNode event = typed(type);
        event.set("response", response);
        return SimFrame.event(role, event);
    }

    private SimFrame item(Role role, String what, int index, ObjectNode item) {
        ObjectNode event = typed("response.output_item." + what).put("output_index", index);
        event.set("item", item);
        return SimFrame.event(role, event);
    }

    private SimFrame part(Role role, String what, int index, String text) {
        ObjectNode event = content("response.content_part." + what, index);
        event.set("part", ResponsesAnswers.part(answer.blocks().get(index), text));
        return SimFrame.event(role, event);
    }

    private SimFrame delta(int index, String piece) {
        ObjectNode event = content(stem(index) + ".delta", index).put("delta", piece);
        return SimFrame.event(Role.TOKEN, withLogprobs(event, index));
    }

    private SimFrame whole(int index) {
        Block block = answer.blocks().get(index);
        String field =
                switch (block.kind()) {
                    case TEXT -> "text";
                    case REFUSAL -> "refusal";
                    case TOOL_CALL -> "arguments";
                };
        ObjectNode event = content(stem(index) + ".done", index).put(field, block.text());
        return SimFrame.event(Role.CLOSING, withLogprobs(event, index));
    }

    private String stem(int index) {
        return switch (answer.blocks().get(index).kind()) {
            case TEXT -> "response.output_text";
            case REFUSAL -> "response.refusal";
            case TOOL_CALL -> "response.function_call_arguments";
        };
    }

    private ObjectNode content(String type, int index) {
        ObjectNode event = typed(type)
                .put("item_id", ResponsesAnswers.itemId(answer, index))
                .put("output_index", index);
        return answer.blocks().get(index).kind() == Kind.TOOL_CALL ? event : event.put("content_index", 0);
    }

    private ObjectNode withLogprobs(ObjectNode event, int index) {
        if (answer.blocks().get(index).kind() == Kind.TEXT) {
            event.putArray("logprobs");
        }
        return event;
    }

    private ObjectNode typed(String type) {
        return SimJson.object().put("type", type).put("sequence_number", number++);
    }
}
