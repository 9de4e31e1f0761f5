/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;

/** Every deployment that a route names exists. */
final class DeploymentNames implements RouteRule {
    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        for (Flow flow : routes.flows()) {
            for (DeploymentUse use : DeploymentUse.in(flow, routes, scope)) {
                if (scope.deployments().find(use.name()).isEmpty()) {
                    problems.add(use.error(
                            "there is no deployment '" + use.name() + "'",
                            scope.deployments().fixForUnknown(use.name())));
                }
            }
        }
    }
}
