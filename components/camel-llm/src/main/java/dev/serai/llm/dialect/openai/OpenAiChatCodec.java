/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
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

/** The codec of OpenAI Chat Completions. Stateless and thread-safe. */
public final class OpenAiChatCodec implements DialectCodec {
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";

    private static final Map<String, String> FIELD_NAMES = Map.of(
            "user", "user|safety_identifier",
            "reasoning_content", "reasoning_content|reasoning|reasoning_details|thinking",
            "thinking.signature", "reasoning_details",
            "redacted_thinking", "reasoning_details",
            "tool_result.content", "messages.content");

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return OpenAiChatSummary.of(payload);
    }

    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        if (edits.model() != null) {
            splice.set("model", TextNode.valueOf(edits.model()));
        }
        if (edits.maxOutputTokens() != null) {
            boundTokens(splice, edits.maxOutputTokens(), edits.maxTokensField());
        }
        if (edits.temperature() != null) {
            splice.set("temperature", DoubleNode.valueOf(edits.temperature()));
        }
        if (edits.reasoningEffort() != null) {
            splice.set("reasoning_effort", TextNode.valueOf(edits.reasoningEffort()));
        }
        if (edits.stream()) {
            splice.setNested("stream_options", "include_usage", BooleanNode.TRUE);
        }
        return splice.toBytes();
    }

    private static void boundTokens(JsonSplice splice, int bound, String fieldIfNone) {
        boolean found = false;
        for (String field : new String[] {MAX_COMPLETION_TOKENS, "max_tokens"}) {
            JsonNode own = splice.get(field);
            found |= own != null;
            if (own != null && own.asLong() > bound) {
                splice.set(field, IntNode.valueOf(bound));
            }
        }
        if (!found) {
            splice.set(fieldIfNone == null ? MAX_COMPLETION_TOKENS : fieldIfNone, IntNode.valueOf(bound));
        }
    }

    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        ObjectNode format = Json.object().put("type", "json_schema");
        format.putObject("json_schema").put("name", name).put("strict", true).set("schema", schema);
        return new JsonSplice(payload).set("response_format", format).toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return OpenAiChatRequestReader.read(payload);
    }

    @Override
    public Map<String, String> fieldNames() {
        return FIELD_NAMES;
    }

    @Override
    public ObjectNode writeRequest(Conversation conversation, Set<String> mayLose) throws LlmException {
        return new OpenAiChatRequestWriter(new Losses(mayLose, "OpenAI Chat Completions")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return new OpenAiChatAnswerReader(errors).read(body);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return OpenAiChatAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new OpenAiChatStreamReader(errors);
    }

    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new OpenAiChatStreamWriter(includeUsage);
    }

    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return OpenAiChatErrors.write(error);
    }

    /** The event has no name, and no {@code [DONE]} follows it. */
    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        return EventBytes.of(null, OpenAiChatErrors.write(error));
    }
}
