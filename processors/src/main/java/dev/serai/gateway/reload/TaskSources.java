/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Hashes;

/** Finds out what each task is made from. */
final class TaskSources {
    private TaskSources() {}

    /** Notes the source of every task, before its consumer is made. */
    static void note(RouteSet routes, RouteRule.Scope scope, RouteVersions versions) {
        for (Flow task : routes.tasks()) {
            List<String> deployments = routes.reach(task).stream()
                    .flatMap(flow -> DeploymentUse.in(flow, routes, scope).stream())
                    .filter(use -> !use.shadow())
                    .map(DeploymentUse::name)
                    .distinct()
                    .toList();
            versions.put(
                    task.from().orElseThrow().name(),
                    new TaskSource(task.file().version(), flow(task, routes), deployments));
        }
    }

    private static String flow(Flow task, RouteSet routes) {
        return Hashes.shortHash(routes.reach(task).stream()
                .map(flow -> effect(flow.body()).toString())
                .collect(Collectors.joining("\n")));
    }

    /** The tree without what is for readers only: it is written in one way whatever the file's layout and comments. */
    private static JsonNode effect(JsonNode node) {
        JsonNode copy = node.deepCopy();
        strip(copy);
        return copy;
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String prose : new String[] {"description", "note"}) {
                if (object.path(prose).isTextual()) {
                    object.remove(prose);
                }
            }
            object.properties().forEach(entry -> {
                if (!entry.getKey().equals("parameters")) {
                    strip(entry.getValue());
                }
            });
        } else if (node instanceof ArrayNode array) {
            array.forEach(TaskSources::strip);
        }
    }
}
