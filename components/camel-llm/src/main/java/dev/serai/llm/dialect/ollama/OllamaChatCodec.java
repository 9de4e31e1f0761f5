/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.nio.charset.StandardCharsets;
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
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.dialect.StreamWriter;
import dev.serai.llm.provider.ErrorReader;

/** The codec of Ollama's native chat, whose streams are lines of JSON. Stateless and thread-safe. */
public final class OllamaChatCodec implements DialectCodec {
    private static final Map<String, String> FIELD_NAMES = Map.ofEntries(
            Map.entry("stop", "options.stop"),
            Map.entry("top_k", "options.top_k"),
            Map.entry("temperature", "options.temperature"),
            Map.entry("top_p", "options.top_p"),
            Map.entry("seed", "options.seed"),
            Map.entry("frequency_penalty", "options.frequency_penalty"),
            Map.entry("presence_penalty", "options.presence_penalty"),
            Map.entry("response_format", "format"),
            Map.entry("reasoning_effort", "think"),
            Map.entry("reasoning_content", "messages.thinking"),
            Map.entry("image_url", "messages.images"));

    @Override
    public Dialect dialect() {
        return Dialect.OLLAMA_CHAT;
    }

    @Override
    public RequestSummary summarize(JsonNode payload) throws LlmException {
        return OllamaSummary.of(payload);
    }

    /** Ollama streams unless told otherwise, so whether the answer is a stream is always said. */
    @Override
    public byte[] edit(byte[] payload, NativeEdits edits) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        if (edits.model() != null) {
            splice.set("model", TextNode.valueOf(edits.model()));
        }
        JsonNode stream = splice.get("stream");
        if (stream == null || stream.asBoolean() != edits.stream()) {
            splice.set("stream", BooleanNode.valueOf(edits.stream()));
        }
        if (edits.maxOutputTokens() != null) {
            JsonNode options = splice.get("options");
            // a negative number means no bound
            long own = options == null ? -1 : options.path("num_predict").asLong(-1);
            if (own < 0 || own > edits.maxOutputTokens()) {
                splice.setNested("options", "num_predict", IntNode.valueOf(edits.maxOutputTokens()));
            }
        }
        if (edits.temperature() != null) {
            splice.setNested("options", "temperature", DoubleNode.valueOf(edits.temperature()));
        }
        if (edits.reasoningEffort() != null) {
            boolean off = edits.reasoningEffort().equals("none");
            splice.set("think", off ? BooleanNode.FALSE : TextNode.valueOf(edits.reasoningEffort()));
        }
        return splice.toBytes();
    }

    @Override
    public byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException {
        return new JsonSplice(payload).set("format", schema).toBytes();
    }

    @Override
    public Conversation readRequest(JsonNode payload) throws LlmException {
        return OllamaRequestReader.read(payload);
    }

    @Override
    public Map<String, String> fieldNames() {
        return FIELD_NAMES;
    }

    @Override
    public ObjectNode writeRequest(Conversation conversation, Set<String> mayLose) throws LlmException {
        return new OllamaRequestWriter(new Losses(mayLose, "Ollama")).write(conversation);
    }

    @Override
    public Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException {
        return OllamaAnswerReader.read(body, errors);
    }

    @Override
    public ObjectNode writeAnswer(Answer answer) {
        return OllamaAnswerWriter.write(answer);
    }

    @Override
    public StreamReader streamReader(ErrorReader errors) {
        return new OllamaStreamReader(errors);
    }

    /** Ollama's streams always carry usage. */
    @Override
    public StreamWriter streamWriter(boolean includeUsage) {
        return new OllamaStreamWriter();
    }

    @Override
    public ObjectNode writeError(LlmException error, String requestId) {
        return Json.object().put("error", error.reason());
    }

    @Override
    public byte[] writeStreamError(LlmException error, String requestId) {
        return line(writeError(error, requestId));
    }

    static byte[] line(ObjectNode json) {
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
