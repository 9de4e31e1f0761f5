/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import picocli.CommandLine.Command;

@Command(
        name = "overload",
        description = "Shows how many calls the instance and each deployment take, have and let wait.%n")
final class Overload extends ApiCommand {
    private static final Table TABLE = Table.of("of", "limit", "inUse", "waiting", "byTenant");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("overload");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        ObjectNode instance = answer.path("instance").deepCopy();
        ArrayNode rows = instance.arrayNode().add(instance.put("of", "this instance"));
        answer.path("deployments")
                .forEach(row -> rows.add(
                        ((ObjectNode) row).put("of", row.path("deployment").asText())));
        TABLE.print(rows, "nothing has a limit", out);
        out.println();
        out.println("It runs " + instance.path("lateMs") + " ms late; "
                + Math.round(instance.path("heap").asDouble() * 100)
                + " % of its heap was in use after the latest collection of garbage.");
    }
}
