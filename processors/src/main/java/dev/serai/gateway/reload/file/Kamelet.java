/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.dispatch.Attempt;

/**
 * What a kamelet wants of who uses it. Immutable.
 *
 * @param required   parameters without which it cannot be used
 * @param properties its parameters
 */
public record Kamelet(String name, Set<String> required, Map<String, JsonNode> properties) {
    /** Whether a parameter holds names of deployments. */
    public boolean namesDeployments(String parameter) {
        return Set.of("deployments", "deployment", "shadow", "judges").contains(format(parameter));
    }

    /** What the deployments that a parameter names are asked for. */
    public Attempt.Role role(String parameter) {
        return switch (format(parameter)) {
            case "shadow" -> Attempt.Role.SHADOW;
            case "judges" -> Attempt.Role.JUDGE;
            default -> Attempt.Role.REGULAR;
        };
    }

    private String format(String parameter) {
        return properties.containsKey(parameter)
                ? properties.get(parameter).path("format").asText()
                : "";
    }
}
