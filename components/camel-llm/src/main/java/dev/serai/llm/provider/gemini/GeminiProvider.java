/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.gemini;

import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.gemini.GeminiTokenCount;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.GeminiEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.provider.TokenCounting;
import dev.serai.llm.sse.FrameReader;

/** Gemini at Google AI Studio. Stateless, thread-safe. */
public final class GeminiProvider implements LlmProvider {
    static final String NAME = "gemini";
    static final String MAX_TOKENS = "maxOutputTokens";

    private final ProviderOperation embeddings = new EmbeddingsOperation(new GeminiEmbeddings(), GeminiProvider::embed);
    private final ProviderOperation tokenCount =
            new TokenCounting(new GeminiTokenCount(), model -> resource(model) + ":countTokens");
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
    private static String resource(String model) {
        return model.indexOf('/') < 0 ? "/models/" + model : "/" + model;
    }

    static String methodPath(String model, boolean stream) {
        return resource(model) + (stream ? ":streamGenerateContent?alt=sse" : ":generateContent");
    }

    private static URI embed(String baseUrl, String model, JsonNode payload) {
        String method = GeminiEmbeddings.isBatch(payload) ? ":batchEmbedContents" : ":embedContent";
        return URI.create(baseUrl + resource(model) + method);
    }

    /** In a header: as a query parameter the key would be in every log on the way. */
    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return switch (operation) {
            case EMBEDDINGS -> Optional.of(embeddings);
            case COUNT_TOKENS -> Optional.of(tokenCount);
            default -> Optional.empty();
        };
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        if (apiKey != null) {
            request.setHeader("x-goog-api-key", apiKey);
        }
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
