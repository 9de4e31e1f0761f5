/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.Objects;

/** A provider key, looked up by name so that it stands in no URI. Its text appears in no log, JMX view or exception. */
public record LlmCredential(String apiKey) {
    public LlmCredential {
        Objects.requireNonNull(apiKey, "apiKey");
        if (apiKey.contains("{{")) {
            throw new IllegalArgumentException("apiKey still holds a placeholder: the property it names is not set");
        }
    }

    @Override
    public String toString() {
        return "LlmCredential[***]";
    }
}
