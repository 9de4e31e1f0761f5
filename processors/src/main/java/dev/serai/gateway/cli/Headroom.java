/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(
        name = "headroom",
        description = "Shows whether the fallbacks of each task could take over what its first deployment carries.%n")
final class Headroom extends ApiCommand {
    private static final Table TABLE = Table.of("task", "verdict", "headroom", "load.requests", "load.tokens");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("headroom");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("tasks"), "there are no tasks", out);
    }
}
