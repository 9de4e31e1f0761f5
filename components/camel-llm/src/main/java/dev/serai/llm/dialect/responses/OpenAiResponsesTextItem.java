/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Ids;
import dev.serai.llm.dialect.Json;

/** A message or a reasoning item while it is being written: an item with parts of text, one of which may be open. One thread. */
final class OpenAiResponsesTextItem {
    private final OpenAiResponsesItemEvents events;
    private final ObjectNode item;
    private final ArrayNode parts;
    private final int outputIndex;
    private final StringBuilder text = new StringBuilder();
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
        if (!type.equals(open)) {
            endPart();
            open = type;
            partEvent("added", part(""));
        }
        if (!more.isEmpty()) {
            text.append(more);
            ObjectNode delta = place().put("delta", more);
            events.event("response." + textEvent() + ".delta", withLogprobs(delta));
        }
    }

    void endPart() {
        if (open == null) {
            return;
        }
        String whole = text.toString();
        ObjectNode done = place().put(open.equals("refusal") ? "refusal" : "text", whole);
        events.event("response." + textEvent() + ".done", withLogprobs(done));
        ObjectNode part = part(whole);
        partEvent("done", part);
        parts.add(part);
        text.setLength(0);
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
            default -> OpenAiResponsesItems.text(content);
        };
    }

    private ObjectNode withLogprobs(ObjectNode event) {
        if (open.equals("output_text")) {
            event.putArray("logprobs");
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
