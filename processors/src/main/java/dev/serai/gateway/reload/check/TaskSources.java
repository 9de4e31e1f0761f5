/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteFile;
import dev.serai.gateway.reload.file.RouteSet;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.task.TaskSource;

/** Finds out what each task is made from. */
public final class TaskSources {
    private TaskSources() {}

    /** What a task is made from; its contract must be right. */
    public static TaskSource of(Flow task, RouteSet routes, Scope scope) {
        List<String> deployments = routes.reach(task).stream()
                .flatMap(flow -> DeploymentUse.in(flow, routes, scope).stream())
                .filter(DeploymentUse::answers)
                .map(DeploymentUse::name)
                .distinct()
                .toList();
        return new TaskSource(Hashes.shortened(texts(task, routes, scope).hash()), flow(task, routes), deployments);
    }

    /** All that a version of the task has to keep. */
    public static TaskTexts texts(Flow task, RouteSet routes, Scope scope) {
        Path home = scope.texts().home();
        SortedMap<String, String> texts = new TreeMap<>();
        routes.reach(task).stream()
                .map(Flow::file)
                .filter(RouteFile::isKamelet)
                .forEach(kamelet -> texts.put(below(home, kamelet.path()), kamelet.text()));
        TaskContracts.files(task, scope).forEach((file, text) -> texts.put(below(home, file), text));
        String file = below(home, task.file().path());
        texts.put(file, task.file().text());
        return new TaskTexts(task.from().orElseThrow().name(), file, texts);
    }

    private static String below(Path home, Path file) {
        return home.relativize(file).toString().replace('\\', '/');
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
