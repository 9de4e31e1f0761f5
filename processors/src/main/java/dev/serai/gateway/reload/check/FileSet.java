/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.apache.camel.CamelContext;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.Texts;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.identity.Callers;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.price.PriceTable;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * All files, read and checked: what an edition is made of. Immutable.
 *
 * @param texts what they were read from
 */
public record FileSet(
        Texts texts, RouteSet routes, Scope scope, Callers callers, PriceTable prices, LimitTable limits) {
    public Deployments deployments() {
        return scope.deployments();
    }

    /** Files that contracts name, wherever they lie. */
    public Set<Path> contractFiles() {
        Set<Path> files = new HashSet<>();
        routes.tasks()
                .forEach(task -> files.addAll(TaskContracts.files(task, scope).keySet()));
        return files;
    }

    /** How the file of callers is read: {@link Callers#parse}, or without making key files. */
    @FunctionalInterface
    public interface CallersReader {
        Callers read(Path file, String text, Path home, UnaryOperator<String> placeholders);
    }

    /** Reads and checks texts. Stateless. */
    @Component
    public static final class Reader {
        private final CamelContext camel;
        private final CallersReader callersReader;

        @Autowired
        Reader(CamelContext camel) {
            this(camel, Callers::parse);
        }

        public Reader(CamelContext camel, CallersReader callersReader) {
            this.camel = camel;
            this.callersReader = callersReader;
        }

        /** What is wrong is added to the problems; with any of them, the result is not to be used. */
        public FileSet read(Texts texts, Problems problems) {
            Path home = texts.home();
            Deployments[] deployments = new Deployments[1];
            Callers[] callers = new Callers[1];
            problems.collect(() -> deployments[0] = deployments(home.resolve("config/deployments.yaml"), texts));
            problems.collect(() -> {
                Path file = home.resolve("config/callers.yaml");
                callers[0] = callersReader.read(file, texts.get(file), home, camel::resolvePropertyPlaceholders);
            });
            if (deployments[0] == null) {
                // what the routes say of deployments cannot be judged; their shape can
                List<RouteFile> files = RouteChecks.read(texts, problems);
                RouteChecks.shapes(files, problems);
                return null;
            }
            DeploymentEndpoints.check(camel, deployments[0], home, problems);
            PriceTable[] prices = new PriceTable[1];
            problems.collect(() -> prices[0] = prices(home.resolve("config/prices.yaml"), texts, deployments[0]));
            Scope scope = new Scope(texts, deployments[0], camel::resolvePropertyPlaceholders);
            RouteSet routes = RouteChecks.check(scope, problems);
            LimitTable[] limits = new LimitTable[1];
            if (callers[0] != null) {
                problems.collect(
                        () -> limits[0] = limits(home.resolve("config/budgets.yaml"), texts, callers[0], routes));
            }
            return new FileSet(texts, routes, scope, callers[0], prices[0], limits[0]);
        }

        private PriceTable prices(Path file, Texts texts, Deployments deployments) {
            return PriceTable.parse(file, texts.find(file), camel::resolvePropertyPlaceholders, deployments);
        }

        private LimitTable limits(Path file, Texts texts, Callers callers, RouteSet routes) {
            Set<String> organisations = new HashSet<>();
            Set<String> teams = new HashSet<>();
            callers.directory().callers().forEach(caller -> {
                organisations.add(caller.organisation());
                teams.add(caller.organisation() + "/" + caller.team());
            });
            Set<String> tasks = routes.tasks().stream()
                    .map(task -> task.from().orElseThrow().name())
                    .collect(Collectors.toSet());
            return LimitTable.parse(
                    file,
                    texts.find(file),
                    camel::resolvePropertyPlaceholders,
                    new LimitTable.Known(organisations, teams, tasks, callers.budgets()));
        }

        private Deployments deployments(Path file, Texts texts) {
            return Deployments.parse(file, texts.get(file), camel::resolvePropertyPlaceholders);
        }
    }
}
