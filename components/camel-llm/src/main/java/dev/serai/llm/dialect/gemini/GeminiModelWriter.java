/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/**
 * Writes what the model said. Gemini signs a call or the text after its thoughts, and wants the signature back in that
 * place; in the neutral form it stands in a reasoning part before, and a dialect that keeps reasoning apart may have moved
 * it to the front of the message: a call has the first claim. One message, one thread.
 */
final class GeminiModelWriter {
    private final GeminiPartWriter others;
    private final Deque<String> signatures = new ArrayDeque<>();
    private final ArrayNode parts = Json.array();

    GeminiModelWriter(GeminiPartWriter others) {
        this.others = others;
    }

    ArrayNode write(List<Part> said) throws LlmException {
        for (int i = 0; i < said.size(); i++) {
            Part part = said.get(i);
            if (part instanceof Part.Reasoning reasoning) {
                reasoning(reasoning);
            } else if (part instanceof Part.ToolCall call) {
                parts.add(signed(call(call)));
            } else {
                int before = parts.size();
                others.write(List.of(part), parts);
                if (parts.size() > before && !isClaimed(said, i)) {
                    signed((ObjectNode) parts.get(before));
                }
            }
        }
        while (!signatures.isEmpty()) {
            parts.add(signed(Json.object().put("text", "")));
        }
        return parts;
    }

    private void reasoning(Part.Reasoning reasoning) {
        if (!reasoning.text().isEmpty()) {
            parts.add(Json.object().put("text", reasoning.text()).put("thought", true));
        }
        if (reasoning.signature() != null) {
            signatures.add(reasoning.signature());
        }
    }

    private ObjectNode signed(ObjectNode part) {
        return signatures.isEmpty() ? part : part.put("thoughtSignature", signatures.poll());
    }

    /** Whether a later call has no signature of its own right before it. */
    private static boolean isClaimed(List<Part> said, int after) {
        for (int i = after + 1; i < said.size(); i++) {
            boolean own = said.get(i - 1) instanceof Part.Reasoning reasoning && reasoning.signature() != null;
            if (said.get(i) instanceof Part.ToolCall) {
                return !own;
            }
        }
        return false;
    }

    private ObjectNode call(Part.ToolCall call) throws LlmException {
        String id = GeminiCallIds.isOurs(call.id()) ? null : call.id();
        ObjectNode part = GeminiAnswerWriter.functionCall(id, call.name(), call.arguments());
        if (part == null) {
            throw LlmException.invalid(
                    "tool_calls", "the arguments of the tool call " + call.id() + " must be a JSON object");
        }
        return part;
    }
}
