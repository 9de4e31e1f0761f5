/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import dev.serai.gateway.config.Rules;
import dev.serai.gateway.config.Secret;

/**
 * A provider account that deployments share.
 *
 * @param name   what deployments call it
 * @param apiKey the provider's key; empty while the operator has none, and then its deployments are not eligible
 */
public record Credential(String name, Secret apiKey) {
    public Credential {
        Rules.name("name", name);
        Rules.required("apiKey", apiKey);
    }
}
