/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.gemini;

import java.io.InputStream;
import java.time.Clock;
import java.util.List;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.sse.FrameReader;

/** Gemini at Google AI Studio. Stateless, thread-safe. */
public final class GeminiProvider implements LlmProvider {
    static final String NAME = "gemini";
    static final String MAX_TOKENS = "maxOutputTokens";

    private final ErrorReader errors = new GeminiErrors(NAME, new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.GEMINI_GENERATE;
    }

    @Override
    public String defaultBaseUrl() {
        return "https://generativelanguage.googleapis.com/v1beta";
    }

    @Override
    public String path(String model, boolean stream) {
        return methodPath(model, stream);
    }

    /** A tuned model's name has its collection in front: {@code tunedModels/x}. */
    static String methodPath(String model, boolean stream) {
        String resource = model.indexOf('/') < 0 ? "/models/" + model : "/" + model;
        return resource + (stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
    }

    /** In a header: as a query parameter the key would be in every log on the way. */
    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        if (apiKey != null) {
            request.setHeader("x-goog-api-key", apiKey);
        }
    }

    @Override
    public boolean keyRequired() {
        return true;
    }

    @Override
    public String maxTokensField() {
        return MAX_TOKENS;
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }

    @Override
    public List<String> streamTypes() {
        return List.of("text/event-stream", "application/json");
    }

    @Override
    public FrameReader frames(InputStream in, int maxFrameBytes) {
        return new GeminiFrames(in, maxFrameBytes);
    }
}
