/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.ollama;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.on;

/** How Ollama says no: with a text. Only the cloud has keys, limits and an error for a prompt that is too long. */
public final class OllamaErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            on(400).says("prompt too long", "exceeded max context length", "exceeds the context")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            on(429).says("usage limit", "weekly limit", "hourly limit", "upgrade for higher")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("usage limit"));

    public OllamaErrors(RetryAfter retryAfter) {
        super(OllamaProvider.NAME, retryAfter, RULES);
    }
}
