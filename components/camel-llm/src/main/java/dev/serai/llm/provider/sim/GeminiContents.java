/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** The rules for the turns of a request of Gemini. */
final class GeminiContents {
    private static final Set<String> ROLES = Set.of("", "user", "model", "function");

    private GeminiContents() {}

    static void check(JsonNode contents) throws SimRejection {
        if (!contents.isArray() || contents.isEmpty()) {
            throw new SimRejection("contents", null, "* GenerateContentRequest.contents: contents is not specified\n");
        }
        for (int i = 0; i < contents.size(); i++) {
            GeminiFields content = new GeminiFields("contents[" + i + "].", contents.get(i));
            if (!ROLES.contains(content.get("role").asText())) {
                throw new SimRejection("contents[" + i + "].role", null, "Please use a valid role: user, model.");
            }
            parts(content, i);
            answered(contents, i);
        }
    }

    private static void parts(GeminiFields content, int index) throws SimRejection {
        JsonNode parts = content.get("parts");
        if (parts.isEmpty()) {
            throw content.rejection("parts", "contents.parts must not be empty.");
        }
        for (int i = 0; i < parts.size(); i++) {
            new GeminiFields("contents[" + index + "].parts[" + i + "].", parts.get(i)).only(GeminiFields.PART);
        }
    }

    /** Calls and their results have to be as many, in turns next to each other. */
    private static void answered(JsonNode contents, int index) throws SimRejection {
        int results = count(contents.get(index), "functionResponse");
        int calls = count(contents.path(index - 1), "functionCall");
        if (results > 0 && results != calls) {
            throw new SimRejection(
                    "contents[" + index + "]",
                    null,
                    "Please ensure that the number of function response parts is equal to the number of function call "
                            + "parts of the function call turn.");
        }
    }

    /** Whether the last word has a tool. */
    static boolean endWithResult(JsonNode contents) {
        return count(contents.get(contents.size() - 1), "functionResponse") > 0;
    }

    private static int count(JsonNode content, String kind) {
        int found = 0;
        for (JsonNode part : content.path("parts")) {
            found += new GeminiFields("", part).get(kind).isObject() ? 1 : 0;
        }
        return found;
    }
}
