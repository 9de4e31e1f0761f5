/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.anthropic;

import java.time.Clock;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.anthropic.AnthropicTokenCount;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.provider.TokenCounting;

/** Anthropic, Messages. Stateless, thread-safe. */
public final class AnthropicProvider implements LlmProvider {
    static final String NAME = "anthropic";

    private final ProviderOperation tokenCount =
            new TokenCounting(new AnthropicTokenCount(), model -> "/v1/messages/count_tokens");
    private final ErrorReader errors = new AnthropicErrors(new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.ANTHROPIC_MESSAGES;
    }

    @Override
    public String defaultBaseUrl() {
        return "https://api.anthropic.com";
    }

    @Override
    public String path(String model, boolean stream) {
        return "/v1/messages";
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return operation == Operation.COUNT_TOKENS ? Optional.of(tokenCount) : Optional.empty();
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        request.setHeader("anthropic-version", "2023-06-01");
        if (apiKey != null) {
            request.setHeader("x-api-key", apiKey);
        }
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
