/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.conversation;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/** A piece of a message. */
public sealed interface Part {
    /**
     * @param cacheMark the provider-side prompt-cache mark set on this part as its dialect writes it, or null
     * @param tokens    of an answer for which log probabilities were asked, else empty
     */
    record Text(String text, JsonNode cacheMark, List<Token> tokens) implements Part {
        public Text(String text, JsonNode cacheMark) {
            this(text, cacheMark, List.of());
        }
    }

    /** @param url an http(s) URL, or null where {@code base64} carries the picture */
    record Image(String mediaType, String base64, String url, String detail) implements Part {}

    /** @param url null where {@code base64} carries the recording */
    record Audio(String mediaType, String base64, String url) implements Part {}

    /**
     * A document; exactly one of base64, url and fileId is set.
     *
     * @param name a label, which is left out where a dialect has no place for it; or null
     */
    record File(String mediaType, String base64, String url, String fileId, String name) implements Part {}

    /** @param arguments the JSON text of the arguments, as the model wrote it */
    record ToolCall(String id, String name, String arguments) implements Part {}

    record ToolResult(String callId, List<Part> content, boolean isError) implements Part {}

    /** Readable reasoning with its opaque signature (may be null). */
    record Reasoning(String text, String signature) implements Part {}

    record RedactedReasoning(String data) implements Part {}

    /**
     * Where something in an answer comes from. Follows the text that it is about.
     *
     * @param start of the passage, in code points of all the text of the choice
     * @param end   behind the passage
     * @param title or null
     */
    record Citation(int start, int end, String url, String title) implements Part {}

    record Refusal(String text) implements Part {}

    /**
     * What only its own dialect knows: a whole part, whose {@code kind} is its type there, or a field of the part before it,
     * or else of the message, whose {@code kind} is the field's name.
     */
    record Native(String kind, JsonNode json) implements Part {}
}
