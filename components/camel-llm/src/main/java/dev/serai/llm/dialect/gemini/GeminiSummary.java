/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.PayloadScan;
import dev.serai.llm.dialect.RequestSummary;

/** Reads what the gateway must know of a request. The model and whether to stream are in the path. */
final class GeminiSummary {
    private static final Set<String> PROMPT_FIELDS =
            Set.of("contents", "systemInstruction", "tools", "generationConfig");

    private GeminiSummary() {}

    static RequestSummary of(JsonNode payload) throws LlmException {
        JsonNode tree = GeminiNames.camelCase(payload);
        FieldReader fields = new FieldReader(tree, "");
        FieldReader config = fields.object("generationConfig");
        Integer maxTokens = config == null ? null : config.positiveInt("maxOutputTokens");
        JsonNode contents = contents(tree);

        PayloadScan scan = new PayloadScan(tree, Map.of(), PROMPT_FIELDS);
        contents.forEach(content -> parts(content.path("parts"), scan));
        addFeatures(scan, tree);
        return new RequestSummary(
                null, false, true, maxTokens, Set.copyOf(scan.features()), scan.promptChars(), scan.depth());
    }

    private static JsonNode contents(JsonNode tree) throws LlmException {
        JsonNode contents = tree.path("contents");
        if (!contents.isArray() || contents.isEmpty()) {
            throw LlmException.invalid("contents", "contents must be an array with at least one content");
        }
        for (int i = 0; i < contents.size(); i++) {
            String at = "contents[" + i + "]";
            if (!contents.get(i).path("parts").isArray()) {
                throw LlmException.invalid(at + ".parts", at + ".parts must be an array of parts");
            }
            String role = contents.get(i).path("role").asText("user");
            if (!role.equals("user") && !role.equals("model") && !role.equals("function")) {
                throw LlmException.invalid(at + ".role", at + ".role must be one of user, model, function");
            }
        }
        return contents;
    }

    private static void parts(JsonNode parts, PayloadScan scan) {
        int calls = 0;
        for (JsonNode part : parts) {
            calls += part.has("functionCall") ? 1 : 0;
            media(part.path("inlineData"), scan);
            media(part.path("fileData"), scan);
            scan.feature("server_tools", part.has("executableCode"));
        }
        scan.feature("tools", calls > 0).feature("parallel_tools", calls > 1);
    }

    private static void media(JsonNode media, PayloadScan scan) {
        if (media.isObject()) {
            String type = media.path("mimeType").asText();
            boolean image = GeminiPartReader.isImage(type);
            boolean audio = type.startsWith("audio/");
            scan.feature("vision", image).feature("audio", audio).feature("files", !image && !audio);
        }
    }

    private static void addFeatures(PayloadScan scan, JsonNode tree) {
        for (JsonNode tool : tree.path("tools")) {
            scan.feature("tools", tool.has("functionDeclarations"));
            scan.feature("server_tools", tool.size() > (tool.has("functionDeclarations") ? 1 : 0));
        }
        JsonNode config = tree.path("generationConfig");
        boolean schema = config.hasNonNull("responseSchema") || config.hasNonNull("responseJsonSchema");
        JsonNode thinking = config.path("thinkingConfig");
        scan.feature("json_schema", schema)
                .feature(
                        "json_object",
                        !schema && config.path("responseMimeType").asText().equals("application/json"))
                .feature(
                        "reasoning",
                        Json.present(thinking)
                                && thinking.path("thinkingBudget").asInt(1) != 0)
                .feature("prompt_cache", tree.hasNonNull("cachedContent"))
                .feature("logprobs", config.path("responseLogprobs").asBoolean())
                .feature("n_choices", config.path("candidateCount").asInt() > 1);
    }
}
