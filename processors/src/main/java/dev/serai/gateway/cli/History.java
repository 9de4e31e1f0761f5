/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "history", description = "Shows what was changed of a task's versions, the latest first.%n")
final class History extends ApiCommand {
    private static final Table TABLE = Table.of("at", "action", "from", "to", "percent", "by", "why");

    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("routes", task, "history");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("history"), "nothing was changed yet", out);
    }
}
