/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.LinkedHashSet;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** The rules for the input items of OpenAI Responses, above all which need each other. */
final class ResponsesItems {
    private static final Set<String> ROLES = Set.of("user", "assistant", "system", "developer");

    private ResponsesItems() {}

    static void check(JsonNode input) throws SimRejection {
        if (input.isTextual()) {
            return;
        }
        if (!input.isArray()) {
            throw ResponsesPrompts.missing("input");
        }
        Set<String> open = new LinkedHashSet<>();
        for (int i = 0; i < input.size(); i++) {
            String where = "input[" + i + "]";
            JsonNode item = input.get(i);
            switch (type(item)) {
                case "message" -> role(item, where);
                case "function_call" -> open.add(text(item, "call_id", where));
                case "function_call_output" -> answered(open, text(item, "call_id", where));
                case "reasoning" -> followed(item, input.path(i + 1));
                default -> text(item, "type", where);
            }
        }
        for (String call : open) {
            throw new SimRejection("input", null, "No tool output found for function call " + call + ".");
        }
    }

    /** Whether the last word has a tool. */
    static boolean endWithResult(JsonNode input) {
        return input.isArray()
                && !input.isEmpty()
                && type(input.get(input.size() - 1)).equals("function_call_output");
    }

    /** A message may leave its type out. */
    private static String type(JsonNode item) {
        return item.path("type").asText(item.has("role") ? "message" : "");
    }

    private static void role(JsonNode item, String where) throws SimRejection {
        String role = text(item, "role", where);
        if (!ROLES.contains(role)) {
            throw new SimRejection(
                    where + ".role",
                    "invalid_value",
                    "Invalid value: '" + role
                            + "'. Supported values are: 'assistant', 'system', 'developer', and 'user'.");
        }
        if (!item.hasNonNull("content")) {
            throw ResponsesPrompts.missing(where + ".content");
        }
    }

    private static void answered(Set<String> open, String call) throws SimRejection {
        if (!open.remove(call)) {
            throw new SimRejection(
                    "input", null, "No tool call found for function call output with call_id " + call + ".");
        }
    }

    private static void followed(JsonNode item, JsonNode next) throws SimRejection {
        boolean output = type(next).endsWith("_call")
                || type(next).equals("reasoning")
                || next.path("role").asText().equals("assistant");
        if (!output) {
            throw new SimRejection(
                    "input",
                    null,
                    "Item '" + item.path("id").asText()
                            + "' of type 'reasoning' was provided without its required following item.");
        }
    }

    private static String text(JsonNode item, String field, String where) throws SimRejection {
        if (!item.path(field).isTextual()) {
            throw ResponsesPrompts.missing(where + "." + field);
        }
        return item.get(field).asText();
    }
}
