/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.serai.gateway.config.ConfigException;

/**
 * Checks a set of route files by all rules, without a Camel context. What it finds is in the {@link Problems} that it was
 * given, in three steps: a file that is not YAML, or not of the right shape, is not asked what it means.
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

    /** Reads and checks all of a folder. */
    static RouteSet check(Path folder, RouteRule.Scope scope, Problems problems) {
        return check(read(folder, problems), scope, problems);
    }

    /** Checks files that have been read. */
    static RouteSet check(List<RouteFile> files, RouteRule.Scope scope, Problems problems) {
        files.forEach(file -> problems.collect(() -> {
            if (file.isKamelet()) {
                KameletShape.check(file);
            } else {
                RouteShape.check(file);
            }
        }));
        if (!problems.isEmpty()) {
            return new RouteSet(List.of());
        }
        try {
            RouteSet routes = new RouteSet(files);
            RULES.forEach(rule -> rule.check(routes, scope, problems));
            return routes;
        } catch (ConfigException e) {
            problems.add(e);
            return new RouteSet(List.of());
        }
    }

    /** Reads all of a folder; files that are not YAML are among the problems and not in the list. */
    static List<RouteFile> read(Path folder, Problems problems) {
        List<RouteFile> read = new ArrayList<>();
        for (Path path : paths(folder)) {
            problems.collect(() -> read.add(read(path)));
        }
        return read;
    }

    private static RouteFile read(Path path) {
        if (path.toString().endsWith(".yml")) {
            throw new ConfigException(path, 0, 0, "its name ends in .yml, so nothing reads it", "rename it to .yaml");
        }
        return RouteFile.read(path);
    }

    /** The YAML files, but not what editors and mounted ConfigMaps keep beside them under names that begin with a dot. */
    private static List<Path> paths(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().matches(".*\\.ya?ml"))
                    .filter(path -> !("/" + folder.relativize(path)).contains("/."))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("there is no folder " + folder + ": is serai.home right?", e);
        }
    }
}
