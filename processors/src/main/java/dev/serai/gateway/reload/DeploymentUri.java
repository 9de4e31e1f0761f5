/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Timeouts;

/** The {@code llm:} endpoint of a deployment: what its entry says, as options. */
final class DeploymentUri {
    private DeploymentUri() {}

    /** @param credential the name of its bean; null for an upstream that takes no key */
    static String of(Deployment deployment, String credential) {
        String uri = withoutCredential(deployment);
        return credential == null ? uri : uri + "&credential=#" + credential;
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
