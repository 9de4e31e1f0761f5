/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

import org.apache.camel.support.PatternHelper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.edition.RouteStamps.Stamp;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.reload.check.Scope;
import dev.serai.gateway.reload.check.TaskSources;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;
import dev.serai.gateway.task.TaskSource;

/** Finds out which units a set of files makes. The files have been checked. For one thread. */
public final class UnitPlans {
    /** What others take from a file, and is nothing by itself. */
    private static final Set<String> PARTS = Set.of("routeTemplate", "routeConfiguration");

    private final RouteSet routes;
    private final Scope scope;
    private final Kamelets kamelets;
    private final Templates templates;

    public UnitPlans(FileSet files) {
        this.routes = files.routes();
        this.scope = files.scope();
        this.kamelets = new Kamelets(routes);
        this.templates = new Templates(routes);
    }

    /** One for each file that has routes or what holds for all, and one for each stamp, in that order. */
    public List<UnitPlan> all(Stamps stamps) {
        List<UnitPlan> plans = new ArrayList<>();
        for (RouteFile file : routes.files()) {
            if (!file.isKamelet()) {
                UnitPlan plan = of(file);
                if (!plan.entries().isEmpty() || !plan.routes().isEmpty()) {
                    plans.add(plan);
                }
            }
        }
        for (Stamp stamp : stamps.all(scope.deployments())) {
            Flow template = templates.find(stamp.template());
            plans.add(plan(stamp.id(), template.file(), List.of(), List.of(templates.stamp(stamp))));
        }
        return plans;
    }

    /** That of the route file that lies there. */
    public UnitPlan of(Path path) {
        return of(routes.files().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElseThrow());
    }

    RouteSet routes() {
        return routes;
    }

    Kamelets kamelets() {
        return kamelets;
    }

    private UnitPlan of(RouteFile file) {
        List<ObjectNode> entries = new ArrayList<>();
        List<ObjectNode> bodies = new ArrayList<>();
        for (JsonNode entry : file.root()) {
            for (Map.Entry<String, JsonNode> part : entry.properties()) {
                switch (part.getKey()) {
                    case "route" -> bodies.add(identified(file, part.getValue().deepCopy(), bodies.size()));
                    case "from" ->
                        bodies.add(identified(
                                file,
                                JsonNodeFactory.instance.objectNode().set("from", part.getValue()),
                                bodies.size()));
                    case "templatedRoute" ->
                        bodies.add(identified(file, templates.stamp(file, part.getValue()), bodies.size()));
                    default -> {
                        if (!PARTS.contains(part.getKey())) {
                            entries.add((ObjectNode) entry);
                        }
                    }
                }
            }
        }
        return plan(file.path().toString(), file, entries, bodies);
    }

    private static ObjectNode identified(RouteFile file, JsonNode route, int index) {
        ObjectNode body = (ObjectNode) route;
        if (!body.has("id")) {
            String name = file.path().getFileName().toString().replaceFirst("\\..*", "");
            body.put("id", name + "-" + (index + 1));
        }
        return body;
    }

    private UnitPlan plan(String name, RouteFile file, List<ObjectNode> entries, List<ObjectNode> bodies) {
        List<ObjectNode> configurations = configurations(bodies);
        Set<String> used = new LinkedHashSet<>();
        for (List<ObjectNode> part : List.of(entries, bodies, configurations)) {
            part.forEach(node -> used.addAll(kamelets.used(file, node)));
        }
        // a route that was stamped is in no file, and no task's
        List<Flow> tasks = bodies.isEmpty() || !name.equals(file.path().toString()) ? List.of() : tasks(file);
        Map<String, TaskSource> sources = byName(tasks, task -> TaskSources.of(task, routes, scope));
        Set<String> all = kamelets.closure(used);
        StringBuilder content = new StringBuilder(name);
        content.append(entries)
                .append(bodies)
                .append(configurations)
                .append(sources)
                .append(beans(entries, bodies));
        all.forEach(kamelet -> content.append(kamelets.id(kamelet)));
        return new UnitPlan(
                name,
                Hashes.shortHash(content.toString()),
                file,
                entries,
                bodies,
                configurations,
                all,
                byName(tasks, task -> TaskSources.texts(task, routes, scope)),
                sources,
                parts(file, all, configurations),
                scope.texts());
    }

    private List<Flow> tasks(RouteFile file) {
        return routes.tasks().stream().filter(task -> task.file() == file).toList();
    }

    private static <T> Map<String, T> byName(List<Flow> tasks, Function<Flow, T> value) {
        Map<String, T> byName = new TreeMap<>();
        tasks.forEach(task -> byName.put(task.from().orElseThrow().name(), value.apply(task)));
        return byName;
    }

    private Set<Path> parts(RouteFile file, Set<String> used, List<ObjectNode> configurations) {
        Set<Path> parts = new LinkedHashSet<>(Set.of(file.path()));
        for (Flow flow : routes.flows()) {
            boolean configures = flow.kind().equals("routeConfiguration")
                    && configurations.stream()
                            .anyMatch(one ->
                                    flow.id() == null || one.path("id").asText().equals(flow.id()));
            if (configures || flow.kind().equals("kamelet") && used.contains(flow.id())) {
                parts.add(flow.file().path());
            }
        }
        return parts;
    }

    /** Those that the routes name, and those without an id, which hold for all; each gets an id. */
    private List<ObjectNode> configurations(List<ObjectNode> bodies) {
        Map<String, ObjectNode> wanted = new LinkedHashMap<>();
        int nameless = 0;
        for (Flow flow : routes.flows()) {
            if (!flow.kind().equals("routeConfiguration")) {
                continue;
            }
            String id = flow.id() == null ? UnitScript.FOR_ALL + ++nameless : flow.id();
            if (flow.id() == null || bodies.stream().anyMatch(body -> names(body, id))) {
                ObjectNode copy = flow.body().deepCopy();
                wanted.put(id, copy.put("id", id));
            }
        }
        return List.copyOf(wanted.values());
    }

    private static boolean names(ObjectNode route, String configuration) {
        for (String pattern : route.path("routeConfigurationId").asText("").split(",")) {
            if (!pattern.isBlank() && PatternHelper.matchPattern(configuration, pattern.strip())) {
                return true;
            }
        }
        return false;
    }

    /** The beans of other files that these name somehow: where one changes, so do they. */
    private String beans(List<ObjectNode> entries, List<ObjectNode> bodies) {
        StringBuilder beans = new StringBuilder();
        String text = entries.toString() + bodies;
        for (Flow flow : routes.flows()) {
            if (flow.kind().equals("beans")) {
                for (JsonNode bean : flow.body()) {
                    String name = bean.path("name").asText();
                    beans.append(!name.isEmpty() && text.contains(name) ? bean.toString() : "");
                }
            }
        }
        return beans.toString();
    }
}
