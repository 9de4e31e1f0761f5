/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.camel.support.PatternHelper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.edition.Unit;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.EndpointUses;

/**
 * Writes down for Camel what a plan says, under names that are the unit's own, so that it stands beside earlier builds of the
 * same file. For one thread.
 */
final class UnitScript {
    /** How the ids of route configurations begin that have none of their own. */
    static final String FOR_ALL = "for-all-";

    /** Schemes of consumers that are entered from within; any other is a door. */
    private static final Set<String> INTERNAL = Set.of("direct", "task", "deployment", "kamelet");

    private final UnitPlan plan;
    private final Unit unit;
    private final Kamelets kamelets;
    /** Names of routes that a task's file keeps for itself: they belong to the version. */
    private final Set<String> own = new LinkedHashSet<>();

    private UnitScript(UnitPlan plan, Unit unit, Kamelets kamelets) {
        this.plan = plan;
        this.unit = unit;
        this.kamelets = kamelets;
        if (!plan.tasks().isEmpty()) {
            plan.routes().stream()
                    .map(route -> route.path("from").path("uri").asText().replaceFirst("\\?.*", ""))
                    .filter(uri -> uri.startsWith("direct:"))
                    .forEach(own::add);
        }
    }

    static ArrayNode write(UnitPlan plan, Unit unit, Kamelets kamelets) {
        return new UnitScript(plan, unit, kamelets).write();
    }

    /** The doors of a plan. */
    static List<DoorSpec> doors(UnitPlan plan) {
        List<DoorSpec> doors = new ArrayList<>();
        for (ObjectNode route : plan.routes()) {
            JsonNode from = route.path("from");
            if (isDoor(from)) {
                doors.add(new DoorSpec(
                        route.path("id").asText(),
                        from.path("uri").asText(),
                        from.path("parameters"),
                        route.path("precondition")));
            }
        }
        return doors;
    }

    private static boolean isDoor(JsonNode from) {
        String uri = from.path("uri").asText();
        int colon = uri.indexOf(':');
        return colon > 0 && !INTERNAL.contains(uri.substring(0, colon));
    }

    private ArrayNode write() {
        ArrayNode script = JsonNodeFactory.instance.arrayNode();
        for (ObjectNode configuration : plan.configurations()) {
            String id = unit.own(configuration.path("id").asText());
            ObjectNode body = renamed(configuration, id);
            script.addObject().set("routeConfiguration", body.put("id", id));
        }
        plan.entries().forEach(entry -> script.add(renamed(entry, unit.own("all"))));
        plan.routes().forEach(route -> script.addObject().set("route", route(route)));
        return script;
    }

    private ObjectNode route(ObjectNode planned) {
        String author = planned.path("id").asText();
        String id = unit.own(author);
        ObjectNode route = renamed(planned, id).put("id", id);
        if (isDoor(planned.path("from"))) {
            ((ObjectNode) route.get("from")).put("uri", "door:" + author).remove("parameters");
        }
        List<String> configurations = configurations(planned);
        if (!configurations.isEmpty()) {
            route.put("routeConfigurationId", String.join(",", configurations));
        }
        return route;
    }

    private ObjectNode renamed(ObjectNode node, String id) {
        JsonNode copy = kamelets.rename(plan.file(), node, id);
        for (EndpointUse use : EndpointUses.in(plan.file(), node, "")) {
            String text = Tree.at(copy, use.at()).asText();
            String uri = use.scheme() + ":" + use.name();
            if (own.contains(uri) && text.startsWith(uri)) {
                Tree.set(copy, use.at(), unit.own(uri) + text.substring(uri.length()));
            }
        }
        return (ObjectNode) copy;
    }

    /** In the order in which the route names them, then those for all. */
    private List<String> configurations(ObjectNode route) {
        Set<String> ids = new LinkedHashSet<>();
        for (String pattern : route.path("routeConfigurationId").asText("").split(",")) {
            for (ObjectNode configuration : plan.configurations()) {
                String id = configuration.path("id").asText();
                if (!pattern.isBlank() && PatternHelper.matchPattern(id, pattern.strip())) {
                    ids.add(unit.own(id));
                }
            }
        }
        plan.configurations().stream()
                .map(configuration -> configuration.path("id").asText())
                .filter(id -> id.startsWith(FOR_ALL))
                .forEach(id -> ids.add(unit.own(id)));
        return List.copyOf(ids);
    }
}
