/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/** What came as the message body, and how its answer goes back: in kind. */
record MessageBody(LlmRequest request, Kind kind) {
    enum Kind {
        ENVELOPE,
        TEXT,
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
        boolean stream = Boolean.TRUE.equals(stream(in, settings.operation()));
        LlmRequest request = TextBody.request(settings.operation(), text, stream);
        return new MessageBody(request.withLimits(limits(in)), Kind.TEXT);
    }

    /** The answer in the kind of the request: {@link TextBody#answer} for a text, the provider's JSON for a payload. */
    Object answer(LlmResponse response) throws LlmException {
        switch (kind) {
            case ENVELOPE:
                return response;
            case JSON:
                return new String(response.body(), StandardCharsets.UTF_8);
            case MAP:
                return Json.MAPPER.convertValue(Json.parseAnswer(response.body()), Map.class);
            default:
                return TextBody.answer(request.operation(), response);
        }
    }

    private static LlmRequest envelope(Message in, CallSettings settings, byte[] payload) throws LlmException {
        String dialect = in.getHeader(LlmConstants.DIALECT, String.class);
        Boolean stream = stream(in, settings.operation());
        JsonNode tree = Json.parseRequest(payload);
        byte[] body = payload;
        Dialect spoken = dialect == null ? settings.provider().dialect() : Dialect.of(dialect);
        if (settings.operation() != Operation.CHAT) {
            return LlmRequest.of(settings.operation(), spoken, body).withLimits(limits(in));
        }
        if (stream != null
                && Codecs.of(spoken).streamInPayload()
                && tree instanceof ObjectNode object
                && object.path("stream").asBoolean() != stream) {
            body = Json.bytes(object.put("stream", stream));
        }
        return LlmRequest.of(spoken, body, stream == null ? tree.path("stream").asBoolean() : stream)
                .withLimits(limits(in));
    }

    /** Null where the message says nothing of it. */
    private static Boolean stream(Message in, Operation operation) throws LlmException {
        Boolean stream = in.getHeader(LlmConstants.STREAM, Boolean.class);
        if (Boolean.TRUE.equals(stream) && operation != Operation.CHAT) {
            throw LlmException.invalid(LlmConstants.STREAM, "The answer of " + operation.code() + " has no stream.");
        }
        return stream;
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
}
