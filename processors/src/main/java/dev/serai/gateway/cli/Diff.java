/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "diff", description = "Shows what differs between two versions of a task.%n")
final class Diff extends ApiCommand {
    @Mixin
    private TaskName task;

    @Parameters(index = "1", arity = "0..1", paramLabel = "FROM", description = "A version's number; the active one.")
    private Integer from;

    @Parameters(index = "2", arity = "0..1", paramLabel = "TO", description = "A version's number; the latest one.")
    private Integer to;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> query = new HashMap<>();
        query.put("from", from);
        query.put("to", to);
        return api.find(query, "routes", task.name(), "diff");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        String diff = answer.path("diff").asText();
        out.println(diff.isEmpty() ? "nothing differs" : diff.stripTrailing());
    }
}
