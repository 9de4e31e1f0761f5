/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.provider.ErrorReader;

/** The codec of Gemini generateContent and streamGenerateContent. Stateless and thread-safe. */
public final class GeminiCodec implements DialectCodec {
    private static final String CONFIG = "generationConfig";

    private static final Map<String, String> FIELD_NAMES = Map.ofEntries(
            Map.entry("messages", "contents"),
            Map.entry("stop", "generationConfig.stopSequences"),
            Map.entry("temperature", "generationConfig.temperature"),
            Map.entry("top_p", "generationConfig.topP"),
            Map.entry("top_k", "generationConfig.topK"),
            Map.entry("seed", "generationConfig.seed"),
            Map.entry("frequency_penalty", "generationConfig.frequencyPenalty"),
            Map.entry("presence_penalty", "generationConfig.presencePenalty"),
            Map.entry("n", "generationConfig.candidateCount"),
            Map.entry("logprobs", "generationConfig.responseLogprobs"),
            Map.entry("service_tier", "serviceTier"),
            Map.entry("response_format", "generationConfig.responseMimeType"),
            Map.entry("reasoning_effort", "generationConfig.thinkingConfig"),
            Map.entry("thinking.budget_tokens", "generationConfig.thinkingConfig.thinkingBudget"),
            Map.entry("reasoning_content", "contents.parts.thought"),
            Map.entry("reasoning_details", "contents.parts.thoughtSignature"),
            Map.entry("thinking.signature", "contents.parts.thoughtSignature"),
            Map.entry("image_url", "contents.parts"),
            Map.entry("file", "contents.parts"),
            Map.entry("input_audio", "contents.parts"),
            Map.entry("tool_result.content", "contents.parts.functionResponse"),
            Map.entry("tool_calls", "contents.parts.functionCall"),
            Map.entry("strict", "toolConfig.functionCallingConfig.mode"),
            Map.entry("is_error", "contents.parts.functionResponse.response"),
            Map.entry("tool_choice", "toolConfig"));

    @Override
    public Dialect dialect() {
        return Dialect.GEMINI_GENERATE;
    }

    /** The path says it. */
    @Override
    public boolean streamInPayload() {
        return false;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return GeminiSummary.of(payload);
    }

    /** The model is in the path, and usage is always in the stream: both edits change nothing. */
    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        String parent = splice.get("generation_config") == null ? CONFIG : "generation_config";
        JsonNode config = splice.get(parent) == null ? Json.object() : splice.get(parent);
        if (edits.maxOutputTokens() != null) {
            String field = name(config, "maxOutputTokens", "max_output_tokens");
            if (!config.hasNonNull(field) || config.get(field).asLong() > edits.maxOutputTokens()) {
                splice.setNested(parent, field, IntNode.valueOf(edits.maxOutputTokens()));
            }
        }
        if (edits.temperature() != null) {
            splice.setNested(parent, "temperature", DoubleNode.valueOf(edits.temperature()));
        }
        if (edits.reasoningEffort() != null) {
            String field = name(config, "thinkingConfig", "thinking_config");
            splice.setNested(parent, field, thinking(config.path(field), edits.reasoningEffort()));
        }
        return splice.toBytes();
    }

    /** A level and a budget exclude each other; whether thoughts are shown stays. */
    private static ObjectNode thinking(JsonNode own, String effort) throws LlmException {
        Integer budget = GeminiThinking.budget(effort);
        if (budget == null) {
            throw LlmException.unsupported("reasoningEffort", "reasoningEffort " + effort + " is unknown to Gemini");
        }
        ObjectNode thinking = own.isObject() ? own.deepCopy() : Json.object();
        thinking.remove(Set.of("thinkingLevel", "thinking_level", "thinking_budget"));
        return thinking.put("thinkingBudget", budget);
    }

    private static String name(JsonNode config, String camel, String snake) {
        return config.has(snake) && !config.has(camel) ? snake : camel;
    }

    /** The schema goes out whole: Gemini passes over the keywords that it does not hold to. */
    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        String parent = splice.get("generation_config") == null ? CONFIG : "generation_config";
        return splice.setNested(parent, "responseMimeType", TextNode.valueOf("application/json"))
                .setNested(parent, "responseJsonSchema", schema)
                .toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return GeminiRequestReader.read(payload);
    }

    @Override
    public Map<String, String> fieldNames() {
        return FIELD_NAMES;
    }

    @Override
    public ObjectNode writeRequest(Conversation conversation, Set<String> mayLose) throws LlmException {
        return new GeminiRequestWriter(new Losses(mayLose, "Gemini")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return new GeminiAnswerReader(errors).read(body);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return GeminiAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new GeminiStreamReader(errors);
    }

    /** Gemini's streams always carry usage. */
    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new GeminiStreamWriter();
    }

    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return GeminiErrors.write(error);
    }

    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        return GeminiErrors.writeInStream(error);
    }
}
