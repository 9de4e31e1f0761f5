/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Objects;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;

/** The simulated provider as the component calls it. The base URL is that of a mount, so the endpoint has to name it. */
public final class SimProvider implements LlmProvider {
    private static final String ANTHROPIC_VERSION = "2023-06-01";

    private final Dialect dialect;
    private final ErrorReader errors;

    /** @param errors the reader of the real provider whose dialect it is */
    public SimProvider(Dialect dialect, ErrorReader errors) {
        this.dialect = Objects.requireNonNull(dialect, "dialect");
        this.errors = Objects.requireNonNull(errors, "errors");
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public Dialect dialect() {
        return dialect;
    }

    @Override
    public String defaultBaseUrl() {
        return null;
    }

    @Override
    public String path(String model, boolean stream) {
        return switch (dialect) {
            case OPENAI_CHAT -> "/v1/chat/completions";
            case ANTHROPIC_MESSAGES -> "/v1/messages";
            default -> throw new IllegalStateException("the simulated provider does not speak " + dialect.code());
        };
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        if (dialect == Dialect.ANTHROPIC_MESSAGES) {
            request.setHeader("anthropic-version", ANTHROPIC_VERSION);
            if (apiKey != null) {
                request.setHeader("x-api-key", apiKey);
            }
        } else if (apiKey != null) {
            request.setHeader("Authorization", "Bearer " + apiKey);
        }
    }

    @Override
    public boolean keyRequired() {
        return false;
    }

    @Override
    public String maxTokensField() {
        return dialect == Dialect.OPENAI_CHAT ? "max_completion_tokens" : "max_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
