/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.between;
import static dev.serai.llm.provider.ErrorRule.on;

/** Classifies by a provider's own rules first, then by what HTTP statuses mean everywhere. Immutable, thread-safe. */
public class ErrorTable implements ErrorReader {
    private static final List<ErrorRule> EVERYWHERE = List.of(
            on(401, 403).is(ErrorClass.AUTHENTICATION),
            on(402).is(ErrorClass.QUOTA_EXHAUSTED),
            on(408).is(ErrorClass.DEADLINE_EXCEEDED),
            on(429).is(ErrorClass.RATE_LIMITED),
            // a dependency of the provider failed; capacity exceeded; a proxy on the way gave up
            on(424, 498, 499).is(ErrorClass.PROVIDER_UNAVAILABLE),
            between(400, 499).is(ErrorClass.INVALID_REQUEST),
            between(300, 399).is(ErrorClass.PROVIDER_UNAVAILABLE).hopeless().because("a redirect: check the base URL"),
            between(500, 599).is(ErrorClass.PROVIDER_UNAVAILABLE),
            // from here on there is no status: an error inside a 200 answer
            always().label("rate_limit_exceeded", "rate_limit_error").is(ErrorClass.RATE_LIMITED),
            always().label("invalid_api_key", "authentication_error", "permission_error")
                    .is(ErrorClass.AUTHENTICATION),
            always().label("invalid_request_error", "not_found_error", "request_too_large")
                    .is(ErrorClass.INVALID_REQUEST),
            always().is(ErrorClass.PROVIDER_UNAVAILABLE));

    private final String provider;
    private final RetryAfter retryAfter;
    private final List<ErrorRule> rules;

    /** @param rules the provider's own, the first that matches wins */
    @SafeVarargs
    public ErrorTable(String provider, RetryAfter retryAfter, List<ErrorRule>... rules) {
        this.provider = provider;
        this.retryAfter = retryAfter;
        List<ErrorRule> all = new ArrayList<>();
        for (List<ErrorRule> some : rules) {
            all.addAll(some);
        }
        all.addAll(EVERYWHERE);
        this.rules = List.copyOf(all);
    }

    @Override
    public LlmException read(int status, UnaryOperator<String> header, byte[] body) {
        return exception(ErrorFacts.of(status, body), header);
    }

    @Override
    public LlmException readInBand(JsonNode payload) {
        return exception(ErrorFacts.inBand(payload), name -> null);
    }

    private LlmException exception(ErrorFacts facts, UnaryOperator<String> header) {
        ErrorRule rule = rules.stream()
                .filter(candidate -> candidate.matches(facts))
                .findFirst()
                .orElseThrow();
        ErrorClass errorClass = rule.errorClass();
        LlmException.Builder error = LlmException.of(errorClass)
                .provider(provider)
                .status(facts.inBand() ? 0 : facts.status())
                .code(facts.code())
                .field(facts.field())
                .reason(CallerReason.of(errorClass, facts.message()))
                .detail(rule.detail() == null && facts.inBand() ? "inside a 200 answer" : rule.detail());
        if (errorClass == ErrorClass.INVALID_REQUEST && facts.status() == 413) {
            error.clientStatus(413);
        }
        if (!rule.retryable() || "false".equals(header.apply("x-should-retry"))) {
            error.notRetryable();
        } else if (errorClass == ErrorClass.RATE_LIMITED || errorClass == ErrorClass.PROVIDER_UNAVAILABLE) {
            retryAfter
                    .read(statusForWait(facts, errorClass), header, facts.error(), facts.message())
                    .ifPresent(error::retryAfter);
        }
        return error.build();
    }

    /** An in-band error often has no number, but its class says what it would have been. */
    private static int statusForWait(ErrorFacts facts, ErrorClass errorClass) {
        if (facts.status() != 0) {
            return facts.status();
        }
        return errorClass == ErrorClass.RATE_LIMITED ? 429 : 503;
    }
}
