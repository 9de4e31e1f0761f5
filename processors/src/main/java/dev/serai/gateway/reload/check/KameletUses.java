/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.Kamelet;
import dev.serai.gateway.reload.file.RouteSet;

/** A kamelet that is used exists, gets the parameters that it needs, and no others. */
final class KameletUses implements RouteRule {
    /** The two ends of a kamelet, as its own template names them. */
    private static final Set<String> ENDS = Set.of("source", "sink");

    /** Options of Camel's kamelet endpoint itself; {@code location} is not among them: kamelets lie in routes/patterns. */
    private static final Set<String> OF_THE_ENDPOINT =
            Set.of("block", "timeout", "failIfNoConsumersAvailable", "noErrorHandler", "lazyStartProducer");

    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        for (Flow flow : routes.flows()) {
            flow.uses().stream()
                    .filter(use -> use.scheme().equals("kamelet") && use.isLiteral() && !isEnd(flow, use))
                    .forEach(use -> problems.collect(() -> check(use, routes, scope)));
        }
    }

    private static boolean isEnd(Flow flow, EndpointUse use) {
        return flow.kind().equals("kamelet") && ENDS.contains(use.name());
    }

    private static void check(EndpointUse use, RouteSet routes, Scope scope) {
        String name = RouteSet.kameletName(use);
        Kamelet kamelet = routes.kamelet(use)
                .orElseThrow(() -> use.error(
                        "there is no kamelet '" + name + "'", Spelling.fix(name, "kamelets", routes.kameletNames())));
        for (String parameter : use.parameters().keySet()) {
            if (!kamelet.properties().containsKey(parameter) && !OF_THE_ENDPOINT.contains(parameter)) {
                Set<String> known = new TreeSet<>(kamelet.properties().keySet());
                String problem = "unknown parameter '" + parameter + "' of the kamelet '" + name + "'";
                throw use.parameterError(parameter, problem, Spelling.fix(parameter, "parameters", known));
            }
        }
        for (String required : kamelet.required()) {
            if (use.parameters().getOrDefault(required, "").isBlank()) {
                String problem = "the kamelet '" + name + "' needs the parameter '" + required + "'";
                throw use.error(problem, "add '" + required + ":' to its parameters");
            }
        }
        use.parameters().forEach((parameter, value) -> check(use, kamelet, parameter, scope.resolve(value)));
    }

    /** By the property's {@code pattern}, as in a JSON schema; its description says what it means. */
    private static void check(EndpointUse use, Kamelet kamelet, String parameter, String value) {
        JsonNode property = kamelet.properties().get(parameter);
        if (property == null || !property.has("pattern") || value.contains("{{")) {
            return;
        }
        if (!value.matches(property.get("pattern").asText())) {
            throw use.parameterError(
                    parameter,
                    "the kamelet '" + kamelet.name() + "' cannot use '" + value + "' as '" + parameter + "'",
                    "it takes: " + property.path("description").asText());
        }
    }
}
