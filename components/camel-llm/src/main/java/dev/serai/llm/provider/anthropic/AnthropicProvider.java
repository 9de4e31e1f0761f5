/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.anthropic;

import java.time.Clock;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.RetryAfter;

/** Anthropic, Messages. Stateless, thread-safe. */
public final class AnthropicProvider implements LlmProvider {
    static final String NAME = "anthropic";

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
    public void authenticate(String apiKey, OutgoingRequest request) {
        request.setHeader("anthropic-version", "2023-06-01");
        if (apiKey != null) {
            request.setHeader("x-api-key", apiKey);
        }
    }

    @Override
    public boolean keyRequired() {
        return true;
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
