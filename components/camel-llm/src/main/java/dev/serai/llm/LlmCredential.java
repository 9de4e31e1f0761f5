/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.Objects;

/**
 * A provider key, looked up by name so that it stands in no URI. Its text appears in no log, JMX view or exception.
 * Thread-safe.
 */
@FunctionalInterface
public interface LlmCredential {
    /**
     * The key as it is now: asked once per attempt, on the attempt's thread, so a key that is renewed is kept until it
     * runs out.
     *
     * @throws LlmException authentication, where there is none to be had
     */
    String apiKey() throws LlmException;

    /** A key that stays the same; IllegalArgumentException where it holds a placeholder. */
    static LlmCredential of(String apiKey) {
        Objects.requireNonNull(apiKey, "apiKey");
        if (apiKey.contains("{{")) {
            throw new IllegalArgumentException("apiKey still holds a placeholder: the property it names is not set");
        }
        return new FixedCredential(apiKey);
    }
}
