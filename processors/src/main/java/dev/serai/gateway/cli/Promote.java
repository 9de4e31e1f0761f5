/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "promote", description = "Gives a version of a task to all callers.%n")
final class Promote extends ApiCommand {
    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    @Parameters(index = "1", paramLabel = "VERSION", description = "Its number, as 'serai versions' shows it.")
    private int version;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the history and the audit log.")
    private String reason;

    @Option(
            names = "--roll-back-after",
            paramLabel = "TIME",
            description = "Takes it back then, e.g. after 2h, unless it is confirmed before.")
    private String rollBackAfter;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = new HashMap<>();
        body.put("version", version);
        body.put("reason", reason);
        body.put("rollBackAfter", rollBackAfter);
        return api.send("POST", body, "routes", task, "promote");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TaskStates.print(answer, out);
    }
}
