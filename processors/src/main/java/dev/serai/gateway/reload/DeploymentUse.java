/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.config.ConfigException;

/**
 * One place where a deployment is named: as an endpoint, or in a kamelet's parameter. Immutable.
 *
 * @param parameter the kamelet's parameter; null where the endpoint itself is the deployment
 */
record DeploymentUse(String name, EndpointUse endpoint, String parameter) {
    private static final String SCHEME = "deployment";

    /** Those that a flow names in full; a name that is made for each message is none. */
    static List<DeploymentUse> in(Flow flow, RouteSet routes, RouteRule.Scope scope) {
        List<DeploymentUse> uses = new ArrayList<>();
        for (EndpointUse call : flow.calls()) {
            if (call.scheme().equals(SCHEME)) {
                uses.add(new DeploymentUse(scope.resolve(call.name()), call, null));
            }
            routes.kamelet(call).ifPresent(kamelet -> call.parameters().forEach((parameter, value) -> {
                if (kamelet.namesDeployments(parameter)) {
                    for (String name : scope.resolve(value).split(",")) {
                        uses.add(new DeploymentUse(name.strip(), call, parameter));
                    }
                }
            }));
        }
        uses.removeIf(use ->
                use.name().isBlank() || use.name().contains("{{") || use.name().contains("${"));
        return uses;
    }

    ConfigException error(String problem, String fix) {
        return parameter == null ? endpoint.error(problem, fix) : endpoint.parameterError(parameter, problem, fix);
    }
}
