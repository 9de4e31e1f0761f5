/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rollback", description = "Gives all callers of a task a version that served before.%n")
final class Rollback extends ApiCommand {
    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "VERSION",
            description = "Its number; the one before the active one.")
    private Integer version;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the history and the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = new HashMap<>();
        body.put("version", version);
        body.put("reason", reason);
        return api.send("POST", body, "routes", task, "rollback");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TaskStates.print(answer, out);
    }
}
