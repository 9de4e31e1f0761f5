/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.RouteConfigurationsBuilder;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.model.Model;
import org.apache.camel.spi.Resource;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.springframework.beans.factory.ObjectProvider;

import dev.serai.gateway.SeraiHome;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.llm.LlmComponent;
import dev.serai.llm.LlmCredential;

/**
 * Loads the route files when the application starts: all of {@code routes/}, checked before any of it runs. A mistake
 * stops the start, with file, line and fix.
 */
@org.springframework.stereotype.Component
final class RouteLoader implements CamelContextConfiguration {
    private final SeraiHome home;
    private final Breakers breakers;
    private final ObjectProvider<Catalogue> catalogues;
    private final ObjectProvider<RouteFileCheck> checks;
    private Catalogue catalogue;
    private RouteFileCheck check;

    /** Camel collects its configurations while it is being made, and the catalogue's placeholders need Camel: so, later. */
    RouteLoader(
            SeraiHome home,
            Breakers breakers,
            ObjectProvider<Catalogue> catalogues,
            ObjectProvider<RouteFileCheck> checks) {
        this.home = home;
        this.breakers = breakers;
        this.catalogues = catalogues;
        this.checks = checks;
    }

    @Override
    public void beforeApplicationStart(CamelContext camel) {
        catalogue = catalogues.getObject();
        check = checks.getObject();
        refuseForeignLlm(camel);
        bindUpstreams(camel);
        load(camel, parse(camel));
        addDeploymentRoutes(camel);
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

    private void bindUpstreams(CamelContext camel) {
        catalogue.current().credentials().forEach((name, credential) -> camel.getRegistry()
                .bind(
                        "credential-" + name,
                        new LlmCredential(credential.apiKey().reveal())));
        for (Deployment deployment : catalogue.current().all()) {
            camel.getRegistry().bind(Breakers.beanName(deployment.name()), breakers.of(deployment));
        }
    }

    private List<Path> routeFiles() {
        try (Stream<Path> files = Files.walk(home.routes())) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.toString().endsWith(".kamelet.yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("there is no folder " + home.routes() + ": is serai.home right?", e);
        }
    }

    private Map<Path, RoutesBuilder> parse(CamelContext camel) {
        Map<Path, RoutesBuilder> builders = new LinkedHashMap<>();
        for (Path file : routeFiles()) {
            check.check(camel, file);
            Resource resource = ResourceHelper.resolveResource(camel, "file:" + file);
            try {
                PluginHelper.getRoutesLoader(camel)
                        .findRoutesBuilders(resource)
                        .forEach(builder -> builders.put(file, builder));
            } catch (Exception e) {
                throw check.explain(file, e);
            }
        }
        return builders;
    }

    /** Configurations first, wherever they stand: a route takes those that exist when it is added. */
    private void load(CamelContext camel, Map<Path, RoutesBuilder> builders) {
        builders.forEach((file, builder) -> attempt(file, () -> {
            if (builder instanceof RouteConfigurationsBuilder configurations) {
                camel.addRoutesConfigurations(configurations);
            }
        }));
        builders.forEach((file, builder) -> attempt(file, () -> camel.addRoutes(builder)));
    }

    private void attempt(Path file, ThrowingRunnable step) {
        try {
            step.run();
        } catch (Exception e) {
            throw check.explain(file, e);
        }
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    private void addDeploymentRoutes(CamelContext camel) {
        for (Deployment deployment : catalogue.current().all()) {
            if (!deployment.usable()) {
                continue;
            }
            try {
                camel.getCamelContextExtension()
                        .getContextPlugin(Model.class)
                        .addRouteFromTemplate(
                                "deployment-" + deployment.name(),
                                "deployment",
                                Map.of("name", deployment.name(), "llm", DeploymentUri.of(deployment)));
            } catch (Exception e) {
                throw catalogue
                        .current()
                        .located(deployment.name())
                        .error("uri", DeploymentUri.problem(e), "correct it");
            }
        }
    }
}
