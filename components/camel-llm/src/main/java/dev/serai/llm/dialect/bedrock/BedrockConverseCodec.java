/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

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
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.provider.ErrorReader;

/** The codec of Bedrock Converse, whose streams are binary. Stateless and thread-safe. */
public final class BedrockConverseCodec implements DialectCodec {
    private static final Map<String, String> FIELD_NAMES = Map.ofEntries(
            Map.entry("stop", "inferenceConfig.stopSequences"),
            Map.entry("temperature", "inferenceConfig.temperature"),
            Map.entry("top_p", "inferenceConfig.topP"),
            Map.entry("user", "requestMetadata.user_id"),
            Map.entry("service_tier", "serviceTier.type"),
            Map.entry("thinking.budget_tokens", "additionalModelRequestFields.thinking.budget_tokens"),
            Map.entry("response_format", "outputConfig.textFormat"),
            Map.entry(
                    "response_format.json_schema.description",
                    "outputConfig.textFormat.structure.jsonSchema.description"),
            Map.entry("reasoning_effort", "outputConfig.effort"),
            Map.entry("tools", "toolConfig.tools"),
            Map.entry("tool_calls", "toolUse"),
            Map.entry("tool_choice", "toolConfig.toolChoice"),
            Map.entry("image_url", "image"),
            Map.entry("file", "document"),
            Map.entry("cache_control", "cachePoint"),
            Map.entry("reasoning_content", "reasoningContent"),
            Map.entry("reasoning_details", "reasoningContent"),
            Map.entry("thinking.signature", "reasoningContent.reasoningText.signature"),
            Map.entry("redacted_thinking", "reasoningContent.redactedContent"),
            Map.entry("is_error", "toolResult.status"),
            Map.entry("tool_result.content", "toolResult.content"));

    @Override
    public Dialect dialect() {
        return Dialect.BEDROCK_CONVERSE;
    }

    /** The path says it. */
    @Override
    public boolean streamInPayload() {
        return false;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return BedrockSummary.of(payload);
    }

    /** The model and whether to stream stand in the path: in the payload they only tell the gateway, and Bedrock refuses them. */
    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload).remove("model").remove("stream");
        if (edits.maxOutputTokens() != null) {
            JsonNode config = splice.get("inferenceConfig");
            long own = config == null ? 0 : config.path("maxTokens").asLong();
            if (own <= 0 || own > edits.maxOutputTokens()) {
                splice.setNested("inferenceConfig", "maxTokens", IntNode.valueOf(edits.maxOutputTokens()));
            }
        }
        if (edits.temperature() != null) {
            splice.setNested("inferenceConfig", "temperature", DoubleNode.valueOf(edits.temperature()));
        }
        if (edits.reasoningEffort() != null) {
            splice.setNested("outputConfig", "effort", TextNode.valueOf(edits.reasoningEffort()));
        }
        return splice.toBytes();
    }

    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        ObjectNode format = BedrockTools.textFormat(new OutputFormat(name, null, schema, true));
        return new JsonSplice(payload)
                .setNested("outputConfig", "textFormat", format)
                .toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return BedrockRequestReader.read(payload);
    }

    @Override
    public Map<String, String> fieldNames() {
        return FIELD_NAMES;
    }

    @Override
    public boolean takesUnsignedReasoning() {
        return false;
    }

    @Override
    public ObjectNode writeRequest(Conversation conversation, Set<String> mayLose) throws LlmException {
        return new BedrockRequestWriter(new Losses(mayLose, "Bedrock Converse")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return BedrockAnswerReader.read(body, errors);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return BedrockAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new BedrockStreamReader(errors);
    }

    /** Converse streams always carry usage. */
    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new BedrockStreamWriter();
    }

    /** The class of a Bedrock error is a header, which is not the codec's to write; it is repeated here as AWS SDKs read it. */
    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return Json.object().put("__type", BedrockStops.exception(error)).put("message", error.reason());
    }

    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        return BedrockFrames.exception(
                BedrockStops.exception(error), Json.object().put("message", error.reason()));
    }
}
