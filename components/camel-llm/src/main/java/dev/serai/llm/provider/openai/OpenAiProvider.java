/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.openai;

import java.time.Clock;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.OpenAiEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;

/** OpenAI, Chat Completions. Stateless, thread-safe. */
public final class OpenAiProvider implements LlmProvider {
    static final String NAME = "openai";

    private final ProviderOperation embeddings =
            new EmbeddingsOperation(new OpenAiEmbeddings(), EmbeddingsOperation.Address.below("/embeddings"));
    private final ProviderOperation moderation = new Moderation("/moderations");
    private final ErrorReader errors = new OpenAiErrors(new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public String defaultBaseUrl() {
        return "https://api.openai.com/v1";
    }

    @Override
    public String path(String model, boolean stream) {
        return "/chat/completions";
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return switch (operation) {
            case EMBEDDINGS -> Optional.of(embeddings);
            case MODERATION -> Optional.of(moderation);
            default -> Optional.empty();
        };
    }

    @Override
    public String maxTokensField() {
        return "max_completion_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
