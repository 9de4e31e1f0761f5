/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.StreamReader;
import dev.serai.llm.http.HttpAttempt;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.PreparedCall;

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
        PreparedCall call = request.operation() == Operation.CHAT
                ? chat(Translation.of(request, settings))
                : request.prepare(settings.provider(), settings.model());
        try (HttpAttempt attempt =
                new HttpAttempt(settings, call.address().apply(settings.baseUrl()), request, timer)) {
            InputStream in = attempt.send(client, call.payload(), headers(request, "application/json"));
            byte[] body = readBounded(in, attempt);
            JsonNode tree = Json.parseAnswer(body);
            if (request.operation() != Operation.CHAT && Json.present(tree.get("error"))) {
                throw errors().readInBand(tree);
            }
            LlmResponse response = call.answers().read(body, tree);
            attempt.finish();
            return response;
        }
    }

    private PreparedCall chat(Translation translation) {
        return new PreparedCall(
                baseUrl -> settings.uri(false),
                translation.payload(),
                (body, tree) -> translation.response(body, translation.target().readAnswer(tree, errors())));
    }

    LlmStream stream(LlmRequest request) throws LlmException {
        Translation translation = Translation.of(request, settings);
        HttpAttempt attempt = new HttpAttempt(settings, settings.uri(true), request, timer);
        boolean opened = false;
        try {
            InputStream in = attempt.send(
                    client,
                    translation.payload(),
                    headers(request, settings.provider().streamTypes().get(0)));
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

    private ErrorReader errors() {
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
        if (type == null
                || !type.startsWith("application/json")
                || settings.provider().streamTypes().contains("application/json")) {
            return;
        }
        JsonNode body = Json.parseAnswer(readBounded(in, attempt));
        if (Json.present(body.get("error"))) {
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
