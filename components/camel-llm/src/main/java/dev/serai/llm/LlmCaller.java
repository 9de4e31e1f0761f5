/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.http.HttpAttempt;

/** Makes one attempt: writes the request in the provider's dialect, sends it, reads the answer in the caller's. Thread-safe. */
final class LlmCaller {
    private final CallSettings settings;
    private final CloseableHttpClient client;
    private final ScheduledExecutorService timer;

    LlmCaller(CallSettings settings, CloseableHttpClient client, ScheduledExecutorService timer) {
        this.settings = settings;
        this.client = client;
        this.timer = timer;
    }

    LlmResponse call(LlmRequest request) throws LlmException {
        Translation translation = Translation.of(request, settings);
        try (HttpAttempt attempt = attempt(request)) {
            InputStream in = attempt.send(client, translation.payload(), headers(request, "application/json"));
            byte[] body = readBounded(in, attempt);
            Answer answer = translation.target().readAnswer(Json.parseAnswer(body), errors());
            LlmResponse response = translation.response(body, answer);
            attempt.finish();
            return response;
        }
    }

    LlmStream stream(LlmRequest request) throws LlmException {
        Translation translation = Translation.of(request, settings);
        HttpAttempt attempt = attempt(request);
        boolean opened = false;
        try {
            InputStream in = attempt.send(client, translation.payload(), headers(request, "text/event-stream"));
            refuseWholeAnswer(attempt, in);
            StreamReader reader = translation.target().streamReader(errors());
            ProviderStream stream = new ProviderStream(
                    attempt,
                    settings.provider().frames(in, settings.limits().maxEventBytes()),
                    reader,
                    translation.output(reader));
            stream.open();
            opened = true;
            return stream;
        } finally {
            if (!opened) {
                attempt.close();
            }
        }
    }

    private HttpAttempt attempt(LlmRequest request) {
        return new HttpAttempt(settings, request, timer);
    }

    private dev.serai.llm.provider.ErrorReader errors() {
        return settings.provider().errors();
    }

    /** The caller's headers are of its dialect, as its payload is: a provider of another one has no use for them. */
    private Map<String, String> headers(LlmRequest request, String accept) {
        Map<String, String> headers = new HashMap<>();
        if (request.dialect() == settings.provider().dialect()) {
            headers.putAll(request.headers());
        }
        headers.put("Accept", accept);
        return headers;
    }

    private byte[] readBounded(InputStream in, HttpAttempt attempt) throws LlmException {
        int max = settings.limits().maxResponseBytes();
        try {
            byte[] body = in.readNBytes(max);
            if (body.length == max && in.read() >= 0) {
                throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                        .provider(settings.provider().name())
                        .detail("the answer is larger than maxResponseBytes")
                        .reason("The model's answer is too large.")
                        .build();
            }
            return body;
        } catch (IOException | IllegalStateException e) {
            throw attempt.explain(e);
        }
    }

    /** Some providers answer a stream request with JSON: an error under status 200, or a whole answer. */
    private void refuseWholeAnswer(HttpAttempt attempt, InputStream in) throws LlmException {
        String type = attempt.header("content-type");
        if (type == null || !type.startsWith("application/json")) {
            return;
        }
        JsonNode body = Json.parseAnswer(readBounded(in, attempt));
        if (body.has("error")) {
            throw errors().readInBand(body);
        }
        throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                .provider(settings.provider().name())
                .code("not_a_stream")
                .detail("a stream was asked for and a whole answer came")
                .reason("The model's provider did not stream its answer.")
                .build();
    }
}
