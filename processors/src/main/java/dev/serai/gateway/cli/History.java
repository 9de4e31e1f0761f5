/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "history", description = "Shows what was changed of a task's versions, the latest first.%n")
final class History extends ApiCommand {
    private static final Table TABLE = Table.of("at", "action", "from", "to", "percent", "by", "why");

    @Mixin
    private TaskName task;

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("routes", task.name(), "history");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("history"), "nothing was changed yet", out);
    }
}
