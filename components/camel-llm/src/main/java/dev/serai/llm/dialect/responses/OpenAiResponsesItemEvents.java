/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.openai.OpenAiCitations;

/**
 * Writes the events of items, numbered, and keeps the items for the event that ends the stream. A message or reasoning is
 * open alone; parallel tool calls are open together, since the other dialect may mix their fragments. One stream, one
 * thread.
 */
final class OpenAiResponsesItemEvents {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ArrayNode output = Json.array();
    private final Map<Integer, Call> calls = new LinkedHashMap<>();
    private OpenAiResponsesTextItem open;
    /** The open calls are complete: the next one does not join them. */
    private boolean callsEnded;

    /** In code points. */
    private int said;

    private int sequence;

    private record Call(ObjectNode item, int outputIndex, StringBuilder arguments) {}

    /** What was written since the last time. */
    byte[] take() {
        byte[] bytes = out.toByteArray();
        out.reset();
        return bytes;
    }

    ArrayNode output() {
        return output;
    }

    void event(String type, ObjectNode fields) {
        ObjectNode event = Json.object().put("type", type).put("sequence_number", sequence++);
        event.setAll(fields);
        out.writeBytes(EventBytes.of(type, event));
    }

    void write(StreamPart part) {
        if (part instanceof StreamPart.Text text) {
            if (text.isContent() || !text.tokens().isEmpty()) {
                message().append(text.text(), text.tokens(), said);
                said += OpenAiCitations.length(text.text());
            }
        } else if (part instanceof StreamPart.Citation cited) {
            // a source that comes after the message, as Gemini's do where a call follows, has no place any more
            if (open != null) {
                open.cite(cited.citation());
            }
        } else if (part instanceof StreamPart.Refusal refusal) {
            message().append("refusal", refusal.text());
        } else if (part instanceof StreamPart.Reasoning reasoning) {
            reasoning(reasoning);
        } else if (part instanceof StreamPart.RedactedReasoning redacted) {
            closeAll("completed");
            ObjectNode item = OpenAiResponsesReasoning.write(new Part.RedactedReasoning(redacted.data()));
            done(added(item), item);
        } else if (part instanceof StreamPart.ToolCallStart start) {
            start(start);
        } else if (part instanceof StreamPart.ToolCallArguments arguments) {
            arguments(arguments);
        } else if (part instanceof StreamPart.BlockEnd) {
            blockEnd();
        }
    }

    /** A message goes on: what is said next can be a part of it. */
    private void blockEnd() {
        callsEnded = true;
        if (open != null && open.isReasoning()) {
            closeAll("completed");
        } else if (open != null) {
            open.endPart();
        }
    }

    /** @param status what becomes of the open items */
    void closeAll(String status) {
        if (open != null) {
            open.close(status);
            open = null;
        }
        calls.values().forEach(call -> close(call, status));
        calls.clear();
        callsEnded = false;
    }

    /** Adds an item to the output and gives its index. */
    int added(ObjectNode item) {
        output.add(item);
        itemEvent("response.output_item.added", output.size() - 1, item);
        return output.size() - 1;
    }

    void done(int outputIndex, ObjectNode item) {
        itemEvent("response.output_item.done", outputIndex, item);
    }

    private void itemEvent(String type, int outputIndex, ObjectNode item) {
        ObjectNode fields = Json.object().put("output_index", outputIndex);
        fields.set("item", item);
        event(type, fields);
    }

    private OpenAiResponsesTextItem message() {
        if (open == null || open.isReasoning()) {
            closeAll("completed");
            open = OpenAiResponsesTextItem.message(this);
        }
        return open;
    }

    /** The signature is the last that is said of a block. */
    private void reasoning(StreamPart.Reasoning reasoning) {
        if (open == null || !open.isReasoning()) {
            closeAll("completed");
            open = OpenAiResponsesTextItem.reasoning(this);
        }
        open.append("summary_text", reasoning.text());
        if (reasoning.signature() != null) {
            open.sign(reasoning.signature());
            closeAll("completed");
        }
    }

    private void start(StreamPart.ToolCallStart start) {
        if (open != null || callsEnded) {
            closeAll("completed");
        }
        ObjectNode item = OpenAiResponsesItems.call(start.id(), start.name());
        calls.put(start.index(), new Call(item, added(item), new StringBuilder()));
    }

    private void arguments(StreamPart.ToolCallArguments arguments) {
        Call call = calls.get(arguments.index());
        if (call != null && !arguments.json().isEmpty()) {
            call.arguments.append(arguments.json());
            event("response.function_call_arguments.delta", place(call).put("delta", arguments.json()));
        }
    }

    /** A call without arguments has those of an empty object. */
    private void close(Call call, String status) {
        if (call.arguments.isEmpty()) {
            call.arguments.append("{}");
        }
        String json = call.arguments.toString();
        event("response.function_call_arguments.done", place(call).put("arguments", json));
        call.item.put("arguments", json).put("status", status);
        done(call.outputIndex, call.item);
    }

    private static ObjectNode place(Call call) {
        return Json.object().put("item_id", call.item.path("id").asText()).put("output_index", call.outputIndex);
    }
}
