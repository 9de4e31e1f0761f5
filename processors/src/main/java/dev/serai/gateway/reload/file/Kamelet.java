/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a kamelet wants of who uses it. Immutable.
 *
 * @param required   parameters without which it cannot be used
 * @param properties its parameters
 */
public record Kamelet(String name, Set<String> required, Map<String, JsonNode> properties) {
    /** Whether a parameter holds names of deployments. */
    public boolean namesDeployments(String parameter) {
        return Set.of("deployments", "deployment", "shadow").contains(format(parameter));
    }

    /** Whether the deployment that a parameter names answers nobody. */
    public boolean namesShadow(String parameter) {
        return format(parameter).equals("shadow");
    }

    private String format(String parameter) {
        return properties.containsKey(parameter)
                ? properties.get(parameter).path("format").asText()
                : "";
    }
}
