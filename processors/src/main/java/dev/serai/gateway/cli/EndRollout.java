/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "end-rollout", description = "Gives all callers of a task the active version again.%n")
final class EndRollout extends ApiCommand {
    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the history and the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        return api.send("DELETE", Reason.body(reason), "routes", task, "rollout");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TaskStates.print(answer, out);
    }
}
