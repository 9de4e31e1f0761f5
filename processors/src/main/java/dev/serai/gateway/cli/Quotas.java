/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(
        name = "quotas",
        description = "Shows the limits of callers, tasks and deployments, and what is left of them now.%n")
final class Quotas extends ApiCommand {
    private static final Table TABLE = Table.of("of", "name", "limit", "perMinute", "atOnce", "left", "unreserved");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("quotas");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("quotas"), "there are no limits", out);
    }
}
