/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(name = "routes", description = "Shows the tasks: which version of each serves, since when and why.%n")
final class Routes extends ApiCommand {
    private static final Table TABLE = Table.of(
            "task",
            "active.id",
            "active.since",
            "active.by",
            "active.why",
            "state.rollout.version",
            "state.rollout.percent",
            "versions",
            "file");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("routes");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("routes"), "there is no task", out);
        if (!answer.path("problems").isEmpty()) {
            out.println();
            out.println("Not in force:");
            ReloadErrors.TABLE.print(answer.path("problems"), "", out);
        }
    }
}
