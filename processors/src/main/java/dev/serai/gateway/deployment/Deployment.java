/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Optional;
import java.util.Set;

import dev.serai.gateway.config.Rules;
import dev.serai.llm.Dialect;

/**
 * One upstream: a model at a provider, in a region, on an account. Immutable and thread-safe; no component is null but
 * {@code credential}.
 *
 * @param name            kebab-case
 * @param uri             the {@code llm:} endpoint, with its options
 * @param credential      the account; null for an upstream that takes no key
 * @param region          where the data is processed, e.g. {@code eu}
 * @param retention       how long the provider keeps what it was sent
 * @param dataClasses     what it may be sent; at least one
 * @param capabilities    of {@link Capabilities#KNOWN}; none unless given
 * @param contextWindow   input and output tokens together
 * @param maxOutputTokens the most it can answer
 * @param price           the entry in {@code config/prices.yaml}
 * @param tenants         organisations that may use it; empty for all
 * @param weight          share in a weighted choice, 0 to 1000; 1 unless given
 * @param rateLimits      what the provider grants
 * @param demo            eligible only while no real deployment of the same list is usable
 * @param timeouts        of one attempt
 * @param breaker         when it is left alone
 * @param connections     size of its connection pool; 64 unless given
 */
public record Deployment(
        String name,
        ModelUri uri,
        Credential credential,
        String region,
        Retention retention,
        Set<String> dataClasses,
        Set<String> capabilities,
        Integer contextWindow,
        Integer maxOutputTokens,
        String price,
        Set<String> tenants,
        Integer weight,
        RateLimits rateLimits,
        Boolean demo,
        Timeouts timeouts,
        BreakerPolicy breaker,
        Integer connections) {

    /** The reason of {@link #unusableReason()} for an account without a key. */
    public static final String NO_CREDENTIAL = "no_credential";

    private static final int MOST_TOKENS = 100_000_000;

    public Deployment {
        Rules.name("name", name);
        Rules.required("uri", uri);
        Rules.name("region", region);
        Rules.required("retention", retention);
        dataClasses = Rules.names("dataClasses", Rules.filled("dataClasses", dataClasses));
        capabilities = Rules.among("capabilities", capabilities, Capabilities.KNOWN);
        Rules.range("contextWindow", Rules.required("contextWindow", contextWindow), 1, MOST_TOKENS);
        Rules.range("maxOutputTokens", Rules.required("maxOutputTokens", maxOutputTokens), 1, contextWindow);
        Rules.required("price", price);
        tenants = Rules.names("tenants", tenants);
        weight = Rules.range("weight", Rules.orElse(weight, 1), 0, 1000);
        rateLimits = Rules.orElse(rateLimits, RateLimits.NONE);
        demo = Rules.orElse(demo, false);
        timeouts = Rules.orElse(timeouts, Timeouts.DEFAULT);
        breaker = Rules.orElse(breaker, BreakerPolicy.DEFAULT);
        connections = Rules.range("connections", Rules.orElse(connections, 64), 1, 10_000);
    }

    /** Whether it can be called at all as things are configured; its breaker may still say no. */
    public boolean usable() {
        return credential == null || !credential.apiKey().isEmpty();
    }

    /** Why it is not {@link #usable()}, as a word for the decision record. */
    public Optional<String> unusableReason() {
        return usable() ? Optional.empty() : Optional.of(NO_CREDENTIAL);
    }

    /** The provider in the URI, e.g. {@code openai}. */
    public String provider() {
        return uri.provider();
    }

    /** The provider's own name of the model, e.g. {@code gpt-4o-mini}. */
    public String model() {
        return uri.model();
    }

    /** The wire format that requests to it are written in. */
    public Dialect dialect() {
        return uri.dialect();
    }

    /** Whether an organisation may use it. */
    public boolean allowsTenant(String organisation) {
        return tenants.isEmpty() || tenants.contains(organisation);
    }
}
