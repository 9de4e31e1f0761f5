/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.responses;

import java.time.Clock;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.RetryAfter;

/** OpenAI, Responses; also whoever serves the same path (Azure's v1 API, xAI, DeepSeek). Stateless, thread-safe. */
public final class ResponsesProvider implements LlmProvider {
    static final String NAME = "openai-responses";

    private final ErrorReader errors = new ResponsesErrors(new RetryAfter(Clock.systemUTC()));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_RESPONSES;
    }

    @Override
    public String defaultBaseUrl() {
        return "https://api.openai.com/v1";
    }

    @Override
    public String path(String model, boolean stream) {
        return "/responses";
    }

    @Override
    public String maxTokensField() {
        return "max_output_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
