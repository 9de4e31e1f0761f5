/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(name = "faults", description = "Shows the drills that are under way: failures that an operator asked for.%n")
final class Faults extends ApiCommand {
    private static final Table TABLE = Table.of("deployment", "share", "until", "by", "reason", "fault");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("faults");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("faults"), "no drill is under way", out);
    }
}
