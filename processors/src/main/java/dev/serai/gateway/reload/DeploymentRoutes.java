/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.springframework.stereotype.Component;

import dev.serai.gateway.SeraiHome;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.DeploymentUri;
import dev.serai.gateway.deployment.Deployments;

/** Stamps a route per deployment from the template, with the credential and the breaker that it names. Stateless. */
@Component
final class DeploymentRoutes {
    private static final String TEMPLATE = "deployment";

    private final Breakers breakers;
    private final SeraiHome home;

    DeploymentRoutes(Breakers breakers, SeraiHome home) {
        this.breakers = breakers;
        this.home = home;
    }

    /** Adds the routes; the template must be there. A deployment without its key gets none. */
    void add(CamelContext camel, Deployments deployments) throws Exception {
        deployments.credentials().forEach((name, credential) -> camel.getRegistry()
                .bind("credential-" + name, credential.open(home.path())));
        Model model = camel.getCamelContextExtension().getContextPlugin(Model.class);
        for (Deployment deployment : deployments.all()) {
            camel.getRegistry().bind(Breakers.beanName(deployment.name()), breakers.forRoute(deployment));
            if (deployment.usable()) {
                Map<String, Object> parameters = Map.of("name", deployment.name(), "llm", DeploymentUri.of(deployment));
                model.addRouteFromTemplate("deployment-" + deployment.name(), TEMPLATE, parameters);
            }
        }
    }
}
