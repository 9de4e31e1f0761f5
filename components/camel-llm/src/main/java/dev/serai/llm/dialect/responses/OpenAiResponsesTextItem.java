/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.openai.OpenAiCitations;
import dev.serai.llm.dialect.openai.OpenAiTokens;

/** A message or a reasoning item while it is being written: an item with parts of text, one of which may be open. One thread. */
final class OpenAiResponsesTextItem {
    private static final String OUTPUT_TEXT = "output_text";

    private final OpenAiResponsesItemEvents events;
    private final ObjectNode item;
    private final ArrayNode parts;
    private final int outputIndex;
    private final StringBuilder text = new StringBuilder();
    private final List<Token> tokens = new ArrayList<>();
    private final ArrayNode annotations = Json.array();
    /** Of the open part, in code points of all that is said. */
    private int start;
    /** The type of the open part, or null. */
    private String open;

    private OpenAiResponsesTextItem(OpenAiResponsesItemEvents events, ObjectNode item, String partsField) {
        this.events = events;
        this.item = item;
        this.parts = (ArrayNode) item.get(partsField);
        this.outputIndex = events.added(item);
    }

    static OpenAiResponsesTextItem message(OpenAiResponsesItemEvents events) {
        return new OpenAiResponsesTextItem(events, OpenAiResponsesItems.message(), "content");
    }

    static OpenAiResponsesTextItem reasoning(OpenAiResponsesItemEvents events) {
        ObjectNode item = Json.object().put("id", Ids.create("rs_")).put("type", "reasoning");
        item.putArray("summary");
        return new OpenAiResponsesTextItem(events, item, "summary");
    }

    boolean isReasoning() {
        return item.has("summary");
    }

    /** Adds to the open part, or to a new one where that is of another type. */
    void append(String type, String more) {
        open(type);
        if (!more.isEmpty()) {
            text.append(more);
            ObjectNode delta = place().put("delta", more);
            events.event("response." + textEvent() + ".delta", delta);
        }
    }

    /**
     * The same for what the model says, with its tokens where they are known.
     *
     * @param position how much was said before, in code points
     */
    void append(String more, List<Token> itsTokens, int position) {
        if (!OUTPUT_TEXT.equals(open)) {
            start = position;
        }
        open(OUTPUT_TEXT);
        text.append(more);
        tokens.addAll(itsTokens);
        events.event("response.output_text.delta", withLogprobs(place().put("delta", more), itsTokens));
    }

    /** A passage that began in an earlier part has no place: a part's annotations count from its own start. */
    void cite(Part.Citation citation) {
        if (!OUTPUT_TEXT.equals(open) || citation.start() < start) {
            return;
        }
        ObjectNode annotation = OpenAiCitations.writeFlat(citation, start);
        ObjectNode event = place().put("annotation_index", annotations.size());
        event.set("annotation", annotation);
        annotations.add(annotation);
        events.event("response.output_text.annotation.added", event);
    }

    private void open(String type) {
        if (!type.equals(open)) {
            endPart();
            open = type;
            partEvent("added", part(""));
        }
    }

    void endPart() {
        if (open == null) {
            return;
        }
        String whole = text.toString();
        ObjectNode done = place().put(open.equals("refusal") ? "refusal" : "text", whole);
        events.event("response." + textEvent() + ".done", withLogprobs(done, tokens));
        ObjectNode part = part(whole);
        if (!annotations.isEmpty()) {
            part.set(OpenAiCitations.ANNOTATIONS, annotations.deepCopy());
        }
        partEvent("done", part);
        parts.add(part);
        text.setLength(0);
        tokens.clear();
        annotations.removeAll();
        open = null;
    }

    void sign(String signature) {
        item.put(OpenAiResponsesReasoning.ENCRYPTED, signature);
    }

    void close(String status) {
        endPart();
        if (!isReasoning()) {
            item.put("status", status);
        }
        events.done(outputIndex, item);
    }

    private String textEvent() {
        return switch (open) {
            case "summary_text" -> "reasoning_summary_text";
            case "refusal" -> "refusal";
            default -> "output_text";
        };
    }

    private void partEvent(String what, ObjectNode part) {
        ObjectNode fields = place();
        fields.set("part", part);
        events.event("response." + (isReasoning() ? "reasoning_summary_part." : "content_part.") + what, fields);
    }

    private ObjectNode part(String content) {
        return switch (open) {
            case "summary_text" -> OpenAiResponsesReasoning.summaryPart(content);
            case "refusal" -> OpenAiResponsesItems.refusal(content);
            default -> OpenAiResponsesItems.text(content, tokens);
        };
    }

    private ObjectNode withLogprobs(ObjectNode event, List<Token> ofText) {
        if (open.equals(OUTPUT_TEXT)) {
            event.set("logprobs", OpenAiTokens.write(ofText));
        }
        return event;
    }

    private ObjectNode place() {
        return Json.object()
                .put("item_id", item.path("id").asText())
                .put("output_index", outputIndex)
                .put(isReasoning() ? "summary_index" : "content_index", parts.size());
    }
}
