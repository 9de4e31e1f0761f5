/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Texts;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * Checks a set of route files by all rules, without a Camel context. What it finds is in the {@link Problems} that it was
 * given, in three steps: a file that is not YAML, or not of the right shape, is not asked what it means, and as long as there
 * is one, no file is judged by what others say.
 */
final class RouteChecks {
    private static final List<RouteRule> RULES = List.of(
            new UniqueNames(),
            new OneDoor(),
            new TaskContracts(),
            new KameletUses(),
            new DeploymentNames(),
            new TaskNames(),
            new TaskAliases(),
            new Reachability(),
            new EmbeddingModels());

    private RouteChecks() {}

    /** Parses and checks all route files. */
    static RouteSet check(Scope scope, Problems problems) {
        Problems ofShape = new Problems();
        List<RouteFile> files = shapes(read(scope.texts(), ofShape), ofShape);
        problems.addAll(ofShape);
        try {
            RouteSet routes = new RouteSet(files);
            RULES.stream()
                    .filter(rule -> ofShape.isEmpty() || rule.standsAlone())
                    .forEach(rule -> rule.check(routes, scope, problems));
            return routes;
        } catch (ConfigException e) {
            problems.add(e);
            return new RouteSet(List.of());
        }
    }

    /** Checks what each file looks like by itself, and returns those that look right. */
    static List<RouteFile> shapes(List<RouteFile> files, Problems problems) {
        List<RouteFile> shaped = new ArrayList<>();
        files.forEach(file -> problems.collect(() -> {
            if (file.isKamelet()) {
                KameletShape.check(file);
            } else {
                RouteShape.check(file);
            }
            shaped.add(file);
        }));
        return shaped;
    }

    /** Parses all route files; those that are not YAML are among the problems and not in the list. */
    static List<RouteFile> read(Texts texts, Problems problems) {
        Path folder = texts.home().resolve("routes");
        List<RouteFile> read = new ArrayList<>();
        for (Path path : texts.all().keySet()) {
            if (path.startsWith(folder)) {
                problems.collect(() -> read.add(read(path, texts)));
            }
        }
        return read;
    }

    private static RouteFile read(Path path, Texts texts) {
        if (path.toString().endsWith(".yml")) {
            throw new ConfigException(path, 0, 0, "its name ends in .yml, so nothing reads it", "rename it to .yaml");
        }
        return RouteFile.of(path, texts.get(path));
    }
}
