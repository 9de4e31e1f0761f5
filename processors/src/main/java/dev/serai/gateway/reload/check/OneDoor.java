/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Paths;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * Only the deployments' routes call {@code llm:}, and only they are deployments: what calls a model any other way is not
 * limited, not charged and not recorded. A destination that only the message knows must at least say its scheme.
 */
final class OneDoor implements RouteRule {
    private static final Pattern LLM = Pattern.compile(
            "(^|[^A-Za-z0-9+.-])llm(-gateway)?:[A-Za-z0-9$\\{/]|dev\\.serai\\.llm\\.(?!LlmException\\b)");
    private static final Set<String> PROSE = Set.of("description", "note", "title", "message", "example");
    private static final String FIX = "call deployment:NAME instead, a name from config/deployments.yaml";

    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        for (Flow flow : routes.flows()) {
            if (flow.isDeploymentTemplate()) {
                continue;
            }
            problems.collect(() -> texts(flow.file(), flow.body(), flow.at(), scope));
            problems.collect(() -> flow.uses().forEach(use -> endpoint(use, scope)));
        }
    }

    /** Looks at every text, class names included, since an endpoint can hide in an expression, a header or a template's parameter. */
    private static void texts(RouteFile file, JsonNode node, String at, Scope scope) {
        if (node.isTextual()) {
            if (LLM.matcher(scope.resolve(node.asText())).find()) {
                throw file.error(at, "only routes/deployment.yaml may call llm:, and this names it", FIX);
            }
        }
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            texts(file, node.get(index), at + "[" + index + "]", scope);
        }
        node.properties().forEach(property -> {
            if (!PROSE.contains(property.getKey()) || !property.getValue().isTextual()) {
                texts(file, property.getValue(), Paths.join(at, property.getKey()), scope);
            }
        });
    }

    private static void endpoint(EndpointUse use, Scope scope) {
        if (use.eip().equals("from") && use.scheme().equals("deployment")) {
            throw use.error(
                    "only routes/deployment.yaml may consume from deployment:", "consume from direct: or task:");
        }
        if (use.computed() && use.scheme().isEmpty() && !hasScheme(scope.resolve(use.name()))) {
            throw use.error(
                    "the destination of '" + use.eip() + "' is known only when a message comes, and could be any",
                    "write its scheme out, e.g. \"deployment:${exchangeProperty.name}\"");
        }
    }

    private static boolean hasScheme(String uri) {
        return uri.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*");
    }
}
