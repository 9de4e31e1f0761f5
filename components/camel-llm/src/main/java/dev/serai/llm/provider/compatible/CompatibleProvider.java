/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.time.Clock;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.OpenAiEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;

/** Any server of the Chat Completions dialect; the endpoint says where. Stateless, thread-safe. */
public final class CompatibleProvider implements LlmProvider {
    static final String NAME = "openai-compatible";

    private final ProviderOperation embeddings =
            new EmbeddingsOperation(new OpenAiEmbeddings(), EmbeddingsOperation.Address.below("/embeddings"));
    private final ErrorReader errors = new CompatibleErrors(new RetryAfter(Clock.systemUTC()));

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
        return null;
    }

    @Override
    public String path(String model, boolean stream) {
        return "/chat/completions";
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return operation == Operation.EMBEDDINGS ? Optional.of(embeddings) : Optional.empty();
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        if (apiKey != null) {
            request.setHeader("Authorization", "Bearer " + apiKey);
        }
    }

    @Override
    public boolean keyRequired() {
        return false;
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
