/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * One place where a deployment is named: as an endpoint, or in a kamelet's parameter. Immutable.
 *
 * @param parameter the kamelet's parameter; null where the endpoint itself is the deployment
 * @param role      what it is asked for
 */
record DeploymentUse(String name, EndpointUse endpoint, String parameter, Attempt.Role role) {
    private static final String SCHEME = "deployment";

    /** Those that a flow names in full; a name that is made for each message is none. */
    static List<DeploymentUse> in(Flow flow, RouteSet routes, Scope scope) {
        List<DeploymentUse> uses = new ArrayList<>();
        for (EndpointUse call : flow.calls()) {
            if (call.scheme().equals(SCHEME)) {
                uses.add(new DeploymentUse(scope.resolve(call.name()), call, null, Attempt.Role.REGULAR));
            }
            routes.kamelet(call).ifPresent(kamelet -> call.parameters().forEach((parameter, value) -> {
                if (kamelet.namesDeployments(parameter)) {
                    Attempt.Role role = kamelet.role(parameter);
                    for (String name : scope.resolve(value).split(",")) {
                        // a weight may follow the name
                        uses.add(new DeploymentUse(name.replaceFirst("=.*", "").strip(), call, parameter, role));
                    }
                }
            }));
        }
        uses.removeIf(use ->
                use.name().isBlank() || use.name().contains("{{") || use.name().contains("${"));
        return uses;
    }

    /** Whether its answers may be those of calls. */
    boolean answers() {
        return role.answers();
    }

    ConfigException error(String problem, String fix) {
        return parameter == null ? endpoint.error(problem, fix) : endpoint.parameterError(parameter, problem, fix);
    }
}
