/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.ArrayList;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.RouteConfigurationsBuilder;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.springframework.beans.factory.ObjectProvider;

import dev.serai.gateway.SeraiHome;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.llm.LlmComponent;

/**
 * Loads all of {@code routes/} when the application starts, after it was checked as a whole. A mistake is a
 * {@link dev.serai.gateway.config.ConfigException} and stops the start; what only shows when Camel builds the routes is
 * told by {@link RouteFailureAnalyzer}.
 */
@org.springframework.stereotype.Component
final class RouteLoader implements CamelContextConfiguration {
    private final SeraiHome home;
    private final RouteVersions versions;
    private final DeploymentRoutes deploymentRoutes;
    private final ObjectProvider<Catalogue> catalogue;

    /** Camel collects its configurations while it is being made, and the catalogue's placeholders need Camel: so, later. */
    RouteLoader(
            SeraiHome home,
            RouteVersions versions,
            DeploymentRoutes deploymentRoutes,
            ObjectProvider<Catalogue> catalogue) {
        this.home = home;
        this.versions = versions;
        this.deploymentRoutes = deploymentRoutes;
        this.catalogue = catalogue;
    }

    @Override
    public void beforeApplicationStart(CamelContext camel) {
        Deployments deployments = catalogue.getObject().current();
        refuseForeignLlm(camel);
        RouteRule.Scope scope = new RouteRule.Scope(home.path(), deployments, camel::resolvePropertyPlaceholders);
        RouteSet routes = check(camel, scope);
        TaskSources.note(routes, scope, versions);
        addRoutes(camel, routes);
        addDeploymentRoutes(camel, deployments);
    }

    @Override
    public void afterApplicationStart(CamelContext camel) {
        // nothing to do: routes start with the context
    }

    /** A later Camel registers a component of its own under the scheme {@code llm} (CAMEL-24339). */
    private static void refuseForeignLlm(CamelContext camel) {
        Component llm = camel.getComponent("llm");
        if (!(llm instanceof LlmComponent)) {
            throw new IllegalStateException("the scheme llm belongs to "
                    + llm.getClass().getName() + " here: take the library that brings it off the class path");
        }
    }

    private RouteSet check(CamelContext camel, RouteRule.Scope scope) {
        Problems problems = new Problems();
        DeploymentEndpoints.check(camel, scope.deployments(), scope.home(), problems);
        RouteSet routes = RouteChecks.check(home.routes(), scope, problems);
        problems.raise();
        return routes;
    }

    /** Configurations first, wherever they stand: a route takes those that exist when it is added. */
    private static void addRoutes(CamelContext camel, RouteSet routes) {
        List<Runnable> additions = new ArrayList<>();
        for (RouteFile file : routes.files()) {
            if (file.isKamelet()) {
                continue; // Camel takes it from its folder when a route names it
            }
            for (RoutesBuilder builder : builders(camel, file)) {
                if (builder instanceof RouteConfigurationsBuilder configurations) {
                    LoadStep.of(file, () -> camel.addRoutesConfigurations(configurations))
                            .run();
                }
                additions.add(LoadStep.of(file, () -> camel.addRoutes(builder)));
            }
        }
        additions.forEach(Runnable::run);
    }

    private static List<RoutesBuilder> builders(CamelContext camel, RouteFile file) {
        List<RoutesBuilder> builders = new ArrayList<>();
        RoutesLoader loader = PluginHelper.getRoutesLoader(camel);
        LoadStep.of(
                        file,
                        () -> builders.addAll(loader.findRoutesBuilders(
                                ResourceHelper.resolveResource(camel, "file:" + file.path()))))
                .run();
        return builders;
    }

    private void addDeploymentRoutes(CamelContext camel, Deployments deployments) {
        LoadStep.of(home.routes().resolve("deployment.yaml"), () -> deploymentRoutes.add(camel, deployments))
                .run();
    }
}
