/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.nio.file.Path;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.config.Secret;
import dev.serai.llm.LlmCredential;

/**
 * A provider account that deployments share.
 *
 * @param name              what deployments call it
 * @param apiKey            the provider's key; empty while the operator has none, and then its deployments are not eligible;
 *                          null where Google credentials stand in its place
 * @param googleCredentials a file with credentials of Google Cloud, below serai.home or absolute; may be empty as the key may
 */
public record Credential(String name, Secret apiKey, String googleCredentials) {
    public Credential {
        Rules.name("name", name);
        if (googleCredentials == null) {
            Rules.required("apiKey", apiKey);
        } else if (apiKey != null) {
            throw new InvalidValueException(
                    "googleCredentials", null, "stands beside an apiKey", "keep the one that the provider takes");
        }
    }

    /** Whether the operator has no key yet. */
    public boolean isEmpty() {
        return apiKey == null ? googleCredentials.isEmpty() : apiKey.isEmpty();
    }

    /**
     * What the component calls the provider with.
     *
     * @throws InvalidValueException where the file cannot be read or is none of Google's
     */
    public LlmCredential open(Path home) {
        if (apiKey != null) {
            return LlmCredential.of(apiKey.reveal());
        }
        return isEmpty() ? LlmCredential.of("") : GoogleCredential.read(home.resolve(googleCredentials));
    }
}
