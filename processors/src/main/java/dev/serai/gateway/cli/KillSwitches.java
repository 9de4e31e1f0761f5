/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(name = "kill-switches", description = "Shows what is switched off.%n")
final class KillSwitches extends ApiCommand {
    static final Table TABLE = Table.of("kind", "name", "on", "by", "since", "reason");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("kill-switches");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("killSwitches"), "nothing is switched off", out);
    }
}
