/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.provider.openai.OpenAiErrors;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.inBand;
import static dev.serai.llm.provider.ErrorRule.on;

/** How the others say no. Nothing here asks who the provider is: a line names the shape and the comment whose it is. */
public final class CompatibleErrors implements ErrorReader {
    private static final List<ErrorRule> RULES = List.of(
            // Groq: the model broke the tool or output schema; a 400, or an event after a 200
            always().label("tool_use_failed", "json_validate_failed", "output_parse_failed")
                    .is(ErrorClass.OUTPUT_INVALID),
            // OpenRouter: the answer hit its limit and the upstream calls that an error
            inBand().starts("token limit reached").is(ErrorClass.OUTPUT_INVALID),

            // money. OpenRouter: a budget for requests in flight passes, unlike the other 402s
            on(402).label("openrouter_in_flight_budget").is(ErrorClass.RATE_LIMITED),
            on(402).is(ErrorClass.QUOTA_EXHAUSTED),
            on(403).starts("key limit exceeded").is(ErrorClass.QUOTA_EXHAUSTED),
            // Groq, then OpenRouter: limits per day
            on(429).label("rate_limit_exceeded")
                    .says("per day (rpd)", "per day (tpd)")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("daily limit"),
            on(429).starts("rate limit exceeded: free-models-per-day")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("daily limit"),
            // xAI
            on(403, 429)
                    .says("used all available credits", "monthly spending limit", "have any credits")
                    .is(ErrorClass.QUOTA_EXHAUSTED),

            // context. llama.cpp; Perplexity
            always().label("exceed_context_size_error", "too_many_prompt_tokens")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            // llama.cpp: more than one batch
            on(500).says("too large to process. increase the physical batch size")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            // Together: a 403 about tokens is no missing permission
            on(403).says("max_tokens", "max_new_tokens", "context length").is(ErrorClass.CONTEXT_OVERFLOW),
            // DeepSeek, OpenRouter, vLLM old and new, SGLang, xAI, llama.cpp, Together, Gemini, Ollama's cloud
            on(400, 422)
                    .says(
                            "maximum context length",
                            "context length is only",
                            "maximum model length",
                            "model's context length",
                            "maximum prompt length",
                            "available context size",
                            "tokens + `max_new_tokens` must be",
                            "exceeds the maximum number of tokens allowed",
                            "exceeded max context length")
                    .is(ErrorClass.CONTEXT_OVERFLOW),
            // Groq
            on(413).is(ErrorClass.CONTEXT_OVERFLOW),

            // a bad key as a 400. xAI; Gemini
            on(400).starts("incorrect api key", "api key not valid").is(ErrorClass.AUTHENTICATION),

            // policy as a 403. OpenRouter; xAI
            on(403).label("flagged_input").is(ErrorClass.POLICY_REJECTION),
            on(403).says("moderation", "guardrail", "usage guidelines", "safety")
                    .is(ErrorClass.POLICY_REJECTION),

            // llama.cpp: a feature that the server was started without
            on(501).is(ErrorClass.INVALID_REQUEST),
            // Together; Cloudflare's 524 says the same, but of a provider that no longer answers at all
            on(504).is(ErrorClass.DEADLINE_EXCEEDED));

    private final ErrorReader table;

    public CompatibleErrors(RetryAfter retryAfter) {
        this.table = new ErrorTable(CompatibleProvider.NAME, retryAfter, RULES, OpenAiErrors.RULES);
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
