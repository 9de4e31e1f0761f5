/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.model.Model;
import org.apache.camel.spi.Resource;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

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
    private final Catalogue catalogue;
    private final Breakers breakers;
    private final RouteFileCheck check;

    RouteLoader(SeraiHome home, Catalogue catalogue, Breakers breakers, RouteFileCheck check) {
        this.home = home;
        this.catalogue = catalogue;
        this.breakers = breakers;
        this.check = check;
    }

    @Override
    public void beforeApplicationStart(CamelContext camel) {
        refuseForeignLlm(camel);
        bindUpstreams(camel);
        for (Path file : routeFiles()) {
            load(camel, file);
        }
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

    private void load(CamelContext camel, Path file) {
        check.check(camel, file);
        Resource resource = ResourceHelper.resolveResource(camel, "file:" + file);
        try {
            PluginHelper.getRoutesLoader(camel).loadRoutes(resource);
        } catch (Exception e) {
            throw check.explain(file, e);
        }
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
                                java.util.Map.of("name", deployment.name(), "llm", DeploymentUri.of(deployment)));
            } catch (Exception e) {
                throw catalogue
                        .current()
                        .located(deployment.name())
                        .error("uri", DeploymentUri.problem(e), "correct it");
            }
        }
    }
}
