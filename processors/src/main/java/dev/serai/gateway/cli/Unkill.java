/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "unkill", description = "Takes a kill switch back.%n")
final class Unkill extends ApiCommand {
    @Parameters(index = "0", paramLabel = "KIND", description = "caller, task, deployment or provider.")
    private String kind;

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name.")
    private String name;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        return api.send("DELETE", Reason.body(reason), "kill-switches", kind, name);
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        KillSwitches.TABLE.print(JsonNodeFactory.instance.arrayNode().add(answer), "", out);
    }
}
