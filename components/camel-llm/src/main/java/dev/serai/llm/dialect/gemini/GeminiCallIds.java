/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.regex.Pattern;

import dev.serai.llm.dialect.Ids;

/**
 * Ids of tool calls that Gemini gave none: older models pair calls and results by name and order, but the other dialects
 * need an id. The same answer gives the same ids, and no two answers share one.
 */
final class GeminiCallIds {
    private static final String PREFIX = "call_gemini_";
    private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9_-]");

    private final String stem;
    private int count;

    private GeminiCallIds(String stem) {
        this.stem = stem;
    }

    /** @param responseId may be null: then the ids are random */
    static GeminiCallIds ofAnswer(String responseId) {
        String unique =
                responseId == null ? Ids.create("") : OTHERS.matcher(responseId).replaceAll("");
        return new GeminiCallIds(PREFIX + unique + "_");
    }

    /** Ids that hold within one request. */
    static GeminiCallIds ofRequest() {
        return new GeminiCallIds(PREFIX);
    }

    /** The provider's id of the next call, or one of ours where that is null or empty. */
    String next(String given) {
        int number = count++;
        return given == null || given.isEmpty() ? stem + number : given;
    }

    /** Whether Gemini never saw the id. */
    static boolean isOurs(String id) {
        return id == null || id.isEmpty() || id.startsWith(PREFIX);
    }
}
