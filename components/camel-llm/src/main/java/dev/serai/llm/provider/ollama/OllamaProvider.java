/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.ollama;

import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.OllamaEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.NdjsonReader;

/** Ollama, its native chat; a local server needs no key. Stateless, thread-safe. */
public final class OllamaProvider implements LlmProvider {
    static final String NAME = "ollama";

    private final ProviderOperation embeddings =
            new EmbeddingsOperation(new OllamaEmbeddings(), EmbeddingsOperation.Address.below("/api/embed"));
    private final ErrorReader errors = new OllamaErrors(new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.OLLAMA_CHAT;
    }

    @Override
    public String defaultBaseUrl() {
        return "http://localhost:11434";
    }

    @Override
    public String path(String model, boolean stream) {
        return "/api/chat";
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return operation == Operation.EMBEDDINGS ? Optional.of(embeddings) : Optional.empty();
    }

    @Override
    public boolean keyRequired() {
        return false;
    }

    @Override
    public String maxTokensField() {
        return "num_predict";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }

    @Override
    public List<String> streamTypes() {
        return List.of("application/x-ndjson");
    }

    @Override
    public FrameReader frames(InputStream in, int maxFrameBytes) {
        return new NdjsonReader(in, maxFrameBytes);
    }
}
