/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import dev.serai.llm.provider.LlmProvider;

/**
 * An endpoint's options, checked once and then immutable.
 *
 * @param operation what is asked for where the message does not say
 * @param baseUrl where the provider is
 * @param credential null where the provider needs none
 * @param headers sent with each request
 */
public record CallSettings(
        LlmProvider provider,
        String model,
        Operation operation,
        String baseUrl,
        LlmCredential credential,
        Map<String, String> headers,
        Limits limits) {

    /** Time limits of one attempt, and the sizes that an answer may have in bytes. */
    public record Limits(
            Duration firstToken, Duration idle, Duration attempt, int maxResponseBytes, int maxEventBytes) {
        public Limits {
            positive("firstTokenTimeout", firstToken);
            positive("idleTimeout", idle);
            positive("attemptTimeout", attempt);
        }

        private static void positive(String option, Duration value) {
            if (value == null || value.isZero() || value.isNegative()) {
                throw new IllegalArgumentException(option + " is " + value + ": it must be longer than 0");
            }
        }
    }

    /** Where a request goes. */
    public URI uri(boolean stream) {
        return provider.uri(baseUrl, model, stream);
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "CallSettings[" + provider.name() + "/" + model + " at " + baseUrl + "]";
    }
}
