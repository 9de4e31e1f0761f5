/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** One object of a request of Gemini, whose fields may be written in either case. Immutable. */
final class GeminiFields {
    static final Set<String> REQUEST = Set.of(
            ("contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent serviceTier "
                            + "labels modelArmorConfig model")
                    .split(" "));
    static final Set<String> CONFIG = Set.of(
            ("temperature topP topK candidateCount maxOutputTokens stopSequences seed presencePenalty frequencyPenalty "
                            + "responseLogprobs logprobs responseMimeType responseSchema responseJsonSchema "
                            + "responseModalities speechConfig mediaResolution imageConfig thinkingConfig "
                            + "enableEnhancedCivicAnswers audioTimestamp routingConfig modelSelectionConfig")
                    .split(" "));
    static final Set<String> PART = Set.of(
            ("text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall "
                            + "toolResponse thought thoughtSignature videoMetadata mediaResolution partMetadata")
                    .split(" "));

    private final String where;
    private final JsonNode node;

    /** @param where its path with the dot at the end, empty for the root */
    GeminiFields(String where, JsonNode node) {
        this.where = where;
        this.node = node;
    }

    /** The value of a field named in camel case, or a missing node. */
    JsonNode get(String name) {
        JsonNode value = node.path(name);
        JsonNode found = value.isMissingNode() ? node.path(snake(name)) : value;
        return found.isNull() ? MissingNode.getInstance() : found;
    }

    GeminiFields object(String name) {
        return new GeminiFields(where + snake(name) + ".", get(name));
    }

    /** A field that is not among these is refused. */
    void only(Set<String> known) throws SimRejection {
        for (String name : (Iterable<String>) node::fieldNames) {
            if (known.stream()
                    .noneMatch(each -> each.equals(name) || snake(each).equals(name))) {
                String at = where.isEmpty() ? "" : " at '" + where.substring(0, where.length() - 1) + "'";
                throw new SimRejection(
                        where + name,
                        null,
                        "Invalid JSON payload received. Unknown name \"" + name + "\"" + at + ": Cannot find field.");
            }
        }
    }

    SimRejection rejection(String name, String rule) {
        String field = where + snake(name);
        return new SimRejection(field, null, "* GenerateContentRequest." + field + ": " + rule + "\n");
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
