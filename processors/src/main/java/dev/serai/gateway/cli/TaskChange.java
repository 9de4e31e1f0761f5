/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Mixin;

/** A command that changes which versions of a task serve, and shows which do so then. */
abstract class TaskChange extends ApiCommand {
    private static final Table TABLE = Table.of(
            "state.task",
            "state.active",
            "state.rollout.version",
            "state.rollout.percent",
            "state.rollBackAt",
            "here.active",
            "here.candidate");

    private final String method;
    private final String path;

    @Mixin
    private TaskName task;

    @Mixin
    private Reason reason;

    /** @param path below that of the task */
    TaskChange(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** Adds what the change needs beside its reason; values that are null are left out. */
    void describe(Map<String, Object> body) {}

    @Override
    final JsonNode ask(AdminApi api) {
        Map<String, Object> body = reason.body();
        describe(body);
        return api.send(method, body, "routes", task.name(), path);
    }

    @Override
    final void show(JsonNode answer, PrintWriter out) {
        TABLE.printOne(answer, out);
    }
}
