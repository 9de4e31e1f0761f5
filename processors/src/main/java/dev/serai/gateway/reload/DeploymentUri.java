/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Timeouts;

/** The {@code llm:} endpoint of a deployment: what its entry says, as options. */
final class DeploymentUri {
    private DeploymentUri() {}

    static String of(Deployment deployment) {
        String uri = withoutCredential(deployment);
        return deployment.credential() == null
                ? uri
                : uri + "&credential=#credential-" + deployment.credential().name();
    }

    static String withoutCredential(Deployment deployment) {
        Timeouts timeouts = deployment.timeouts();
        return deployment.uri().with("pool=" + deployment.name())
                + "&connections=" + deployment.connections()
                + "&connectTimeout=" + timeouts.connect().toMillis()
                + "&firstTokenTimeout=" + timeouts.firstToken().toMillis()
                + "&idleTimeout=" + timeouts.idle().toMillis()
                + "&attemptTimeout=" + timeouts.attempt().toMillis();
    }
}
