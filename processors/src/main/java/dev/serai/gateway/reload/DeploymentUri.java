/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Timeouts;

/** The {@code llm:} endpoint of a deployment: what its entry says, as options. */
final class DeploymentUri {
    private DeploymentUri() {}

    static String of(Deployment deployment) {
        Timeouts timeouts = deployment.timeouts();
        StringBuilder uri = new StringBuilder(deployment.uri().with("pool=" + deployment.name()));
        uri.append("&connections=").append(deployment.connections());
        uri.append("&connectTimeout=").append(timeouts.connect().toMillis());
        uri.append("&firstTokenTimeout=").append(timeouts.firstToken().toMillis());
        uri.append("&idleTimeout=").append(timeouts.idle().toMillis());
        uri.append("&attemptTimeout=").append(timeouts.attempt().toMillis());
        if (deployment.credential() != null) {
            uri.append("&credential=#credential-")
                    .append(deployment.credential().name());
        }
        return uri.toString();
    }

    /** The deepest message of a failure to create the endpoint: the one that says what is wrong. */
    static String problem(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return "uri cannot be used: " + cause.getMessage();
    }
}
