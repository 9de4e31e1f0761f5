/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import java.time.Clock;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.MistralEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;

/** Mistral, Chat Completions with habits of its own. Stateless, thread-safe. */
public final class MistralProvider implements LlmProvider {
    static final String NAME = "mistral";

    private final ProviderOperation embeddings =
            new EmbeddingsOperation(new MistralEmbeddings(), EmbeddingsOperation.Address.below("/embeddings"));
    private final ProviderOperation moderation = new MistralModeration();
    private final ErrorReader errors = new MistralErrors(new RetryAfter(Clock.systemUTC()));

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
        return "https://api.mistral.ai/v1";
    }

    @Override
    public String path(String model, boolean stream) {
        return "/chat/completions";
    }

    @Override
    public byte[] adapt(byte[] payload, Losses losses) throws LlmException {
        return new MistralRequest(losses).adapt(payload);
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
        return "max_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
