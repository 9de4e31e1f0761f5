/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.gemini;

import java.io.InputStream;
import java.time.Clock;
import java.util.List;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.sse.FrameReader;

/**
 * Gemini at Vertex AI. The base URL has to name project and location and ends with {@code /publishers/google}; the key is
 * an OAuth access token. Stateless, thread-safe.
 */
public final class VertexProvider implements LlmProvider {
    static final String NAME = "vertex";

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
        return null;
    }

    @Override
    public String path(String model, boolean stream) {
        return GeminiProvider.methodPath(model, stream);
    }

    @Override
    public String maxTokensField() {
        return GeminiProvider.MAX_TOKENS;
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
