/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Optional;
import java.util.Set;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.llm.Operation;
import dev.serai.llm.provider.LlmProvider;

/**
 * One upstream: a model at a provider, in a region, on an account. Immutable and thread-safe; no component is null but
 * {@code credential} and {@code embeddingModel}.
 *
 * @param name            kebab-case
 * @param uri             the {@code llm:} endpoint, with its options
 * @param credential      the account; null for an upstream that takes no key
 * @param region          where the data is processed, e.g. {@code eu}
 * @param retention       how long the provider keeps what it was sent
 * @param dataClasses     what it may be sent; at least one
 * @param capabilities    of {@link Capabilities#KNOWN}; none unless given
 * @param embeddingModel  what its vectors are comparable with; null for a deployment that makes none. Unless given, it is the
 *                        model in the URI
 * @param contextWindow   input and output tokens together
 * @param maxOutputTokens the most it can answer; embeddings need not say it
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
        String embeddingModel,
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
        boolean embeds = capabilities.contains(Capabilities.EMBEDDINGS);
        embeddingModel = embeds ? embeddingModel(uri, embeddingModel) : none("embeddingModel", embeddingModel);
        Rules.range("contextWindow", Rules.required("contextWindow", contextWindow), 1, MOST_TOKENS);
        maxOutputTokens = embeds ? Rules.orElse(maxOutputTokens, 1) : maxOutputTokens;
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

    private static String embeddingModel(ModelUri uri, String given) {
        if (uri.target().operation(Operation.EMBEDDINGS).isEmpty()) {
            throw new InvalidValueException(
                    "capabilities",
                    null,
                    "say embeddings, but " + uri.provider() + " has none",
                    "take it out, or name a provider that has them in 'uri:'");
        }
        return Rules.orElse(given, uri.model());
    }

    private static String none(String key, String value) {
        if (value != null) {
            throw new InvalidValueException(
                    key,
                    value,
                    "is for deployments that make vectors",
                    "add embeddings to 'capabilities:', or remove the key");
        }
        return null;
    }

    /** Whether it can be called at all as things are configured; its breaker may still say no. */
    public boolean usable() {
        return credential == null || !credential.isEmpty();
    }

    /** Why it is not {@link #usable()}, as a word for the decision record. */
    public Optional<String> unusableReason() {
        return usable() ? Optional.empty() : Optional.of(NO_CREDENTIAL);
    }

    /** The provider in the URI, e.g. {@code openai}. */
    public String provider() {
        return uri.provider();
    }

    /** Whether the simulated provider stands behind it, which no money and no content is at stake with. */
    public boolean simulated() {
        return uri.isSimulated();
    }

    /** The provider's own name of the model, e.g. {@code gpt-4o-mini}. */
    public String model() {
        return uri.model();
    }

    /** How its provider is spoken to. */
    public LlmProvider target() {
        return uri.target();
    }

    /** Whether an organisation may use it. */
    public boolean allowsTenant(String organisation) {
        return tenants.isEmpty() || tenants.contains(organisation);
    }
}
