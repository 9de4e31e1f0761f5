/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;

/** What came as the message body, and how its answer goes back: in kind. */
record MessageBody(LlmRequest request, Kind kind) {
    enum Kind {
        ENVELOPE,
        PROMPT,
        JSON,
        MAP
    }

    /** @throws LlmException invalid_request where the body is none of the accepted kinds */
    static MessageBody read(Exchange exchange, CallSettings settings) throws LlmException {
        Message in = exchange.getMessage();
        Object body = in.getBody();
        if (body instanceof LlmRequest request) {
            return new MessageBody(request, Kind.ENVELOPE);
        }
        if (body instanceof Map<?, ?> map) {
            return new MessageBody(envelope(in, settings, Json.bytes(Json.MAPPER.valueToTree(map))), Kind.MAP);
        }
        String text = in.getBody(String.class);
        if (text == null || text.isBlank()) {
            throw LlmException.invalid(
                    null, "The body is empty: it has to be an LlmRequest, a prompt, or a payload as JSON or Map.");
        }
        if (text.stripLeading().startsWith("{")) {
            return new MessageBody(envelope(in, settings, text.getBytes(StandardCharsets.UTF_8)), Kind.JSON);
        }
        boolean stream = in.getHeader(LlmConstants.STREAM, false, Boolean.class);
        LlmRequest request = LlmRequest.of(Dialect.OPENAI_CHAT, prompt(text, stream), stream);
        return new MessageBody(request.withLimits(limits(in)), Kind.PROMPT);
    }

    /** The answer in the kind of the request: its text for a prompt, the provider's JSON for a payload. */
    Object answer(LlmResponse response) throws LlmException {
        switch (kind) {
            case ENVELOPE:
                return response;
            case JSON:
                return new String(response.body(), StandardCharsets.UTF_8);
            case MAP:
                return Json.MAPPER.convertValue(Json.parseAnswer(response.body()), Map.class);
            default:
                DialectCodec codec = Codecs.of(response.dialect());
                Answer answer = codec.readAnswer(Json.parseAnswer(response.body()), null);
                return answer.text();
        }
    }

    private static LlmRequest envelope(Message in, CallSettings settings, byte[] payload) throws LlmException {
        String dialect = in.getHeader(LlmConstants.DIALECT, String.class);
        Boolean stream = in.getHeader(LlmConstants.STREAM, Boolean.class);
        JsonNode tree = Json.parseRequest(payload);
        byte[] body = payload;
        Dialect spoken = dialect == null ? settings.provider().dialect() : Dialect.of(dialect);
        if (stream != null
                && Codecs.of(spoken).streamInPayload()
                && tree instanceof ObjectNode object
                && object.path("stream").asBoolean() != stream) {
            body = Json.bytes(object.put("stream", stream));
        }
        return LlmRequest.of(spoken, body, stream == null ? tree.path("stream").asBoolean() : stream)
                .withLimits(limits(in));
    }

    private static LlmRequest.Limits limits(Message in) {
        return new LlmRequest.Limits(
                in.getHeader(LlmConstants.MAX_OUTPUT_TOKENS, Integer.class),
                in.getHeader(LlmConstants.TEMPERATURE, Double.class),
                null,
                null,
                null,
                null,
                null);
    }

    private static byte[] prompt(String text, boolean stream) {
        ObjectNode payload = Json.object();
        payload.put("stream", stream);
        payload.putArray("messages").addObject().put("role", "user").put("content", text);
        return Json.bytes(payload);
    }
}
