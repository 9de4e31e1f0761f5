/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

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

/** The codec of Cohere Chat v2. Stateless and thread-safe. */
public final class CohereChatCodec implements DialectCodec {
    private static final Map<String, String> FIELD_NAMES = Map.of(
            "stop", "stop_sequences",
            "top_p", "p",
            "top_k", "k",
            "strict", "strict_tools",
            "reasoning_effort", "thinking",
            "thinking.budget_tokens", "thinking.token_budget",
            "reasoning_content", "messages.content",
            "tool_result.content", "messages.content");

    @Override
    public Dialect dialect() {
        return Dialect.COHERE_CHAT;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return CohereSummary.of(payload);
    }

    /** Usage is always in the stream and needs no asking for. Thinking can only be switched. */
    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        edits.apply(splice, "max_tokens");
        if ("none".equals(edits.reasoningEffort())) {
            splice.set("thinking", Json.object().put("type", "disabled"));
        } else if (edits.reasoningEffort() != null) {
            throw LlmException.unsupported("reasoning_effort", "Cohere Chat can only switch thinking on and off.");
        }
        return splice.toBytes();
    }

    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        ObjectNode format = Json.object().put("type", "json_object");
        format.set("json_schema", schema);
        return new JsonSplice(payload).set("response_format", format).toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return CohereRequestReader.read(payload);
    }

    @Override
    public Map<String, String> fieldNames() {
        return FIELD_NAMES;
    }

    @Override
    public ObjectNode writeRequest(Conversation conversation, Set<String> mayLose) throws LlmException {
        return new CohereRequestWriter(new Losses(mayLose, "Cohere Chat")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return CohereAnswerReader.read(body, errors);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return CohereAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new CohereStreamReader(errors);
    }

    /** Cohere's streams always carry usage. */
    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new CohereStreamWriter();
    }

    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return Json.object().put("id", requestId).put("message", error.reason());
    }

    /** The last event of a stream that failed. */
    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        ObjectNode event = Json.object().put("type", "message-end");
        event.putObject("delta").put("finish_reason", "ERROR").put("error", error.reason());
        return EventBytes.of("message-end", event);
    }
}
