/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(name = "reload-errors", description = "Shows what keeps changed files from being in force.%n")
final class ReloadErrors extends ApiCommand {
    static final Table TABLE = Table.of("file", "line", "reason", "hint", "since");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("reload");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("problems"), "all files are in force", out);
    }
}
