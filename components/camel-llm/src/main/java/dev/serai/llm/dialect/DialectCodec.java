/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.provider.ErrorReader;

/**
 * Everything Serai knows about one dialect: N codecs around one neutral conversation make N + M translations. Stateless
 * and thread-safe; the stream reader and writer are made per stream and are not.
 */
public interface DialectCodec {
    Dialect dialect();

    /** Whether a payload says with the field {@code stream} that a stream is wanted; else the path does. */
    default boolean streamInPayload() {
        return true;
    }

    /**
     * Reads what the gateway must know of a payload, without changing it.
     *
     * @throws LlmException invalid_request naming the field where the payload breaks the dialect's own rules in what is
     *                      read here (model, messages, stream, limits)
     */
    RequestSummary summarize(JsonNode payload) throws LlmException;

    /**
     * The payload for a provider of the same dialect: untouched byte for byte but for the values named in the edits.
     *
     * @throws LlmException invalid_request where the payload is not a JSON object
     */
    byte[] edit(byte[] payload, NativeEdits edits) throws LlmException;

    /**
     * The payload with a demand for JSON of this schema, for a caller that did not say what form it wants.
     *
     * @throws LlmException invalid_request where the payload is not a JSON object
     */
    byte[] demandJson(byte[] payload, String name, JsonNode schema) throws LlmException;

    /**
     * Reads a request into the neutral conversation. What the neutral form has no word for stays in it as a native
     * field under its own name, so that nothing is lost unseen.
     *
     * @throws LlmException invalid_request naming the field
     */
    Conversation readRequest(JsonNode payload) throws LlmException;

    /**
     * Names of this dialect that differ from those that writers and {@link Losses} speak of, by these: Chat Completions'
     * where it has one, else Anthropic's. Where a field goes by several, they are separated by {@code |}.
     */
    Map<String, String> fieldNames();

    /** Whether reasoning can be sent back as mere text; else only with the signature that its provider gave it. */
    default boolean takesUnsignedReasoning() {
        return true;
    }

    /**
     * Writes a conversation that came from another dialect as a request of this one, without model and stream flag.
     *
     * @param mayLose names of fields, in the dialect the conversation came from, that may be dropped
     * @throws LlmException unsupported_feature naming the first field that this dialect cannot express
     */
    ObjectNode writeRequest(Conversation conversation, Set<String> mayLose) throws LlmException;

    /**
     * Reads a provider's whole answer.
     *
     * @param errors classifies an error that comes inside a 200 answer
     * @throws LlmException output_invalid where the body is not an answer of this dialect; the classified error where it
     *                      holds one
     */
    Answer readAnswer(JsonNode body, ErrorReader errors) throws LlmException;

    /** Writes an answer that came from another dialect. */
    ObjectNode writeAnswer(Answer answer);

    /** A reader for one stream of this dialect. */
    StreamReader streamReader(ErrorReader errors);

    /**
     * A writer for one stream whose parts come from another dialect.
     *
     * @param includeUsage whether the client asked for usage in the stream (only OpenAI lets it choose)
     */
    StreamWriter streamWriter(boolean includeUsage);

    /** An error as the body of a whole answer in this dialect, as the vendor's own SDK expects it. */
    ObjectNode writeError(LlmException error, String requestId);

    /** An error as the last event of a stream. */
    byte[] writeStreamError(LlmException error, String requestId);
}
