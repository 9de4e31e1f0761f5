/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.inBand;
import static dev.serai.llm.provider.ErrorRule.on;

/** The vendors of the Chat Completions dialect whose habits are known, and whoever else speaks it. */
final class Vendors {
    /** It refuses what it does not know; model output that breaks the tool or output schema is a 400, or an event after a 200. */
    private static final Vendor GROQ = new Vendor(
            "groq",
            "https://api.groq.com/openai/v1",
            false,
            VendorFields.ALL
                    .refuses("logprobs", "top_logprobs", "logit_bias", VendorFields.CHOICES)
                    .refuses("messages.name", "messages.reasoning_details")
                    .renames("messages.reasoning_content", "reasoning")
                    .hasTiers(Map.of(
                            "auto", "auto",
                            "default", "on_demand",
                            "on_demand", "on_demand",
                            "flex", "flex",
                            "performance", "performance")),
            List.of(
                    always().label("tool_use_failed", "json_validate_failed", "output_parse_failed")
                            .is(ErrorClass.OUTPUT_INVALID),
                    on(429).label("rate_limit_exceeded")
                            .says("per day (rpd)", "per day (tpd)")
                            .is(ErrorClass.QUOTA_EXHAUSTED)
                            .because("daily limit"),
                    on(413).is(ErrorClass.CONTEXT_OVERFLOW)));

    /** It ignores the newer name of the limit, so an answer would have none. */
    private static final Vendor DEEPSEEK = new Vendor(
            "deepseek",
            "https://api.deepseek.com",
            false,
            VendorFields.ALL
                    .renames("max_completion_tokens", "max_tokens")
                    .refuses(VendorFields.SCHEMA)
                    .speaksAs("developer", "system"),
            List.of());

    private static final Vendor OPENROUTER = new Vendor(
            "openrouter",
            "https://openrouter.ai/api/v1",
            true,
            VendorFields.ALL,
            List.of(
                    // the answer hit its limit and the upstream calls that an error
                    inBand().starts("token limit reached").is(ErrorClass.OUTPUT_INVALID),
                    // a budget for requests in flight passes, unlike the other 402s
                    on(402).label("openrouter_in_flight_budget").is(ErrorClass.RATE_LIMITED),
                    on(403).starts("key limit exceeded").is(ErrorClass.QUOTA_EXHAUSTED),
                    on(429).starts("rate limit exceeded: free-models-per-day")
                            .is(ErrorClass.QUOTA_EXHAUSTED)
                            .because("daily limit"),
                    on(403).label("flagged_input").is(ErrorClass.POLICY_REJECTION),
                    on(403).says("moderation", "guardrail").is(ErrorClass.POLICY_REJECTION)));

    /** A 403 about tokens is no missing permission. */
    private static final Vendor TOGETHER = new Vendor(
            "together",
            "https://api.together.xyz/v1",
            true,
            VendorFields.ALL.renames("max_completion_tokens", "max_tokens"),
            List.of(on(403).says("max_tokens", "max_new_tokens", "context length")
                    .is(ErrorClass.CONTEXT_OVERFLOW)));

    /** A bad key is a 400. */
    private static final Vendor XAI = new Vendor(
            "xai",
            "https://api.x.ai/v1",
            false,
            VendorFields.ALL,
            List.of(
                    on(403, 429)
                            .says("used all available credits", "monthly spending limit", "have any credits")
                            .is(ErrorClass.QUOTA_EXHAUSTED),
                    on(400).starts("incorrect api key").is(ErrorClass.AUTHENTICATION),
                    on(403).says("usage guidelines", "safety").is(ErrorClass.POLICY_REJECTION)));

    private static final Vendor VLLM =
            new Vendor("vllm", "http://localhost:8000/v1", true, VendorFields.ALL, List.of());

    private static final Vendor LLAMA_CPP = new Vendor(
            "llama-cpp",
            "http://localhost:8080/v1",
            true,
            VendorFields.ALL,
            List.of(
                    always().label("exceed_context_size_error").is(ErrorClass.CONTEXT_OVERFLOW),
                    // more than one batch
                    on(500).says("too large to process. increase the physical batch size")
                            .is(ErrorClass.CONTEXT_OVERFLOW),
                    // a feature that the server was started without
                    on(501).is(ErrorClass.INVALID_REQUEST)));

    private static final List<Vendor> NAMED = List.of(GROQ, DEEPSEEK, OPENROUTER, TOGETHER, XAI, VLLM, LLAMA_CPP);

    /** Anyone: every way to say no that is known. */
    private static final Vendor OTHER =
            new Vendor("openai-compatible", null, true, VendorFields.ALL, everyonesErrors());

    /** All of them, the one without a name of its own included. */
    static final List<Vendor> ALL = all();

    /** What is not the vendor's but the serving engine's, which several have in common. */
    static final List<ErrorRule> SHARED = List.of(
            on(402).is(ErrorClass.QUOTA_EXHAUSTED),
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
            // Cloudflare's 524 says the same, but of a provider that no longer answers at all
            on(504).is(ErrorClass.DEADLINE_EXCEEDED));

    private Vendors() {}

    private static List<ErrorRule> everyonesErrors() {
        List<ErrorRule> rules = new ArrayList<>();
        NAMED.forEach(vendor -> rules.addAll(vendor.errors()));
        // Perplexity
        rules.add(always().label("too_many_prompt_tokens").is(ErrorClass.CONTEXT_OVERFLOW));
        // Gemini's compatible endpoint
        rules.add(on(400).starts("api key not valid").is(ErrorClass.AUTHENTICATION));
        return rules;
    }

    private static List<Vendor> all() {
        List<Vendor> all = new ArrayList<>(NAMED);
        all.add(OTHER);
        return List.copyOf(all);
    }
}
