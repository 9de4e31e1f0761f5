/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rollout", description = "Gives a version of a task to a share of its callers.%n")
final class RollOut extends ApiCommand {
    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    @Parameters(index = "1", paramLabel = "VERSION", description = "Its number, as 'serai versions' shows it.")
    private int version;

    @Parameters(index = "2", paramLabel = "PERCENT", description = "Of the callers, from 0 to 99.99.")
    private double percent;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the history and the audit log.")
    private String reason;

    @Option(
            names = "--error-margin",
            paramLabel = "SHARE",
            description = "Takes it back where its share of errors is larger by so much, e.g. 0.05.")
    private Double errorMargin;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = new HashMap<>();
        body.put("version", version);
        body.put("percent", percent);
        body.put("reason", reason);
        body.put("errorMargin", errorMargin);
        return api.send("POST", body, "routes", task, "rollout");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TaskStates.print(answer, out);
    }
}
