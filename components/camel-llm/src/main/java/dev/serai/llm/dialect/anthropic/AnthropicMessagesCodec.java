/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.EventBytes;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.provider.ErrorReader;

/** The codec of Anthropic Messages. Stateless and thread-safe. */
public final class AnthropicMessagesCodec implements DialectCodec {
    private static final Map<String, String> FIELD_NAMES = Map.ofEntries(
            Map.entry("stop", "stop_sequences"),
            Map.entry("user", "metadata.user_id"),
            Map.entry("response_format", "output_config.format"),
            Map.entry("reasoning_effort", "output_config.effort"),
            Map.entry("parallel_tool_calls", "tool_choice.disable_parallel_tool_use"),
            Map.entry("tool_calls", "tool_use"),
            Map.entry("image_url", "image"),
            Map.entry("file", "document"),
            Map.entry("file.file_id", "document.source.file_id"),
            Map.entry("reasoning_content", "thinking"),
            Map.entry("reasoning_details", "thinking.signature"));

    @Override
    public Dialect dialect() {
        return Dialect.ANTHROPIC_MESSAGES;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return AnthropicSummary.of(payload);
    }

    /** Usage is always in the stream and needs no asking for. */
    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        edits.apply(splice, "max_tokens");
        if (edits.reasoningEffort() != null) {
            splice.setNested("output_config", "effort", TextNode.valueOf(edits.reasoningEffort()));
        }
        return splice.toBytes();
    }

    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        ObjectNode format = Json.object().put("type", "json_schema");
        format.set("schema", schema);
        return new JsonSplice(payload)
                .setNested("output_config", "format", format)
                .toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return AnthropicRequestReader.read(payload);
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
        return new AnthropicRequestWriter(new Losses(mayLose, "Anthropic Messages")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return AnthropicAnswerReader.read(body, errors);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return AnthropicAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new AnthropicStreamReader(errors);
    }

    /** Anthropic's streams always carry usage. */
    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new AnthropicStreamWriter();
    }

    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return AnthropicErrors.write(error, requestId);
    }

    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        return EventBytes.of("error", AnthropicErrors.write(error, requestId));
    }
}
