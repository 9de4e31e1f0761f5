/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "confirm",
        description = "Keeps what serves of a task beyond the time at which it would be taken back.%n")
final class Confirm extends ApiCommand {
    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the history and the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        return api.send("POST", Reason.body(reason), "routes", task, "confirm");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TaskStates.print(answer, out);
    }
}
