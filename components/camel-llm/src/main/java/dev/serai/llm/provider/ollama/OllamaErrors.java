/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.ollama;

import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.on;

/** How Ollama says no: with a text. Only the cloud has keys, limits and an error for a prompt that is too long. */
public final class OllamaErrors implements ErrorReader {
    private static final List<ErrorRule> RULES = List.of(
            on(400).says("prompt too long", "exceeded max context length", "exceeds the context")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            on(429).says("usage limit", "weekly limit", "hourly limit", "upgrade for higher")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("usage limit"));

    private final ErrorReader table;

    public OllamaErrors(RetryAfter retryAfter) {
        this.table = new ErrorTable(OllamaProvider.NAME, retryAfter, RULES);
    }

    @Override
    public LlmException read(int status, UnaryOperator<String> header, byte[] body) {
        return table.read(status, header, body);
    }

    @Override
    public LlmException readInBand(JsonNode payload) {
        return table.readInBand(payload);
    }
}
