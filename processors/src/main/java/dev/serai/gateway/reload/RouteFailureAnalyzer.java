/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

import dev.serai.gateway.config.ConfigException;

/** Tells the operator of a start that failed on a route that Camel could not build: file, line and Camel's reason. */
final class RouteFailureAnalyzer implements FailureAnalyzer {
    private final Environment environment;

    /** The application is gone when it is asked, so it reads the files again. */
    RouteFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        Path home = Path.of(environment.getProperty("serai.home", "."))
                .toAbsolutePath()
                .normalize();
        return RouteFailures.explain(routes(home), failure)
                .map(problem -> new FailureAnalysis(problem.place() + ": " + problem.problem(), problem.fix(), failure))
                .orElse(null);
    }

    private static RouteSet routes(Path home) {
        try {
            return new RouteSet(RouteChecks.read(home.resolve("routes"), new Problems()));
        } catch (ConfigException | UncheckedIOException e) { // files that changed since: no line then
            return new RouteSet(List.of());
        }
    }
}
