/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

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
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.dialect.openai.OpenAiChatErrors;
import dev.serai.llm.provider.ErrorReader;

/** The codec of OpenAI Responses. Stateless and thread-safe. */
public final class OpenAiResponsesCodec implements DialectCodec {
    private static final Map<String, String> FIELD_NAMES = Map.ofEntries(
            Map.entry("messages", "input"),
            Map.entry("user", "user|safety_identifier"),
            Map.entry("verbosity", "text.verbosity"),
            Map.entry("logprobs", "top_logprobs|include"),
            Map.entry("reasoning_content", "input.reasoning"),
            Map.entry("reasoning_details", "input.reasoning"),
            Map.entry("thinking.signature", "input.reasoning"),
            Map.entry("redacted_thinking", "input.reasoning"),
            Map.entry("tool_calls", "function_call"),
            Map.entry("image_url", "input_image"),
            Map.entry("image_url.detail", "input_image.detail"),
            Map.entry("file", "input_file"),
            Map.entry("file.file_id", "input_file.file_id"),
            Map.entry("tool_result.content", "function_call_output.output"),
            Map.entry("response_format", "text.format"),
            Map.entry("response_format.json_schema.description", "text.format.description"),
            Map.entry("reasoning_effort", "reasoning.effort"));

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_RESPONSES;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return OpenAiResponsesSummary.of(payload);
    }

    /** Usage needs no asking for: the event that ends a stream carries it. */
    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        edits.apply(splice, "max_output_tokens");
        if (edits.reasoningEffort() != null) {
            splice.setNested("reasoning", "effort", TextNode.valueOf(edits.reasoningEffort()));
        }
        return splice.toBytes();
    }

    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        ObjectNode format =
                Json.object().put("type", "json_schema").put("name", name).put("strict", true);
        format.set("schema", schema);
        return new JsonSplice(payload).setNested("text", "format", format).toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return OpenAiResponsesRequestReader.read(payload);
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
        return new OpenAiResponsesRequestWriter(new Losses(mayLose, "OpenAI Responses")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return OpenAiResponsesAnswerReader.read(body, errors);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return OpenAiResponsesAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new OpenAiResponsesStreamReader(errors);
    }

    /** Usage is part of the event that ends the stream, whether a client asks or not. */
    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new OpenAiResponsesStreamWriter();
    }

    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return OpenAiChatErrors.write(error);
    }

    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        return OpenAiResponsesErrors.event(error);
    }
}
