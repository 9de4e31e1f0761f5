/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.cohere;

import java.time.Clock;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.embeddings.CohereEmbeddings;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;

/** Cohere, Chat version 2. Stateless, thread-safe. */
public final class CohereProvider implements LlmProvider {
    static final String NAME = "cohere";

    private final ProviderOperation embeddings =
            new EmbeddingsOperation(new CohereEmbeddings(), EmbeddingsOperation.Address.below("/v2/embed"));
    private final ErrorReader errors = new CohereErrors(new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.COHERE_CHAT;
    }

    @Override
    public String defaultBaseUrl() {
        return "https://api.cohere.com";
    }

    @Override
    public String path(String model, boolean stream) {
        return "/v2/chat";
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return operation == Operation.EMBEDDINGS ? Optional.of(embeddings) : Optional.empty();
    }

    @Override
    public String maxTokensField() {
        return "max_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
