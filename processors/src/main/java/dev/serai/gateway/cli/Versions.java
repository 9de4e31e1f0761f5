/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "versions", description = "Shows the versions of a task, the latest first.%n")
final class Versions extends ApiCommand {
    private static final Table TABLE = Table.of("version", "id", "serves", "created", "by", "why");

    @Mixin
    private TaskName task;

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("routes", task.name(), "versions");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("versions"), "no version is known", out);
    }
}
