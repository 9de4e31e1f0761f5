/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;

@Command(name = "breakers", description = "Shows the circuit breaker of each deployment.%n")
final class Breakers extends ApiCommand {
    static final Table TABLE = Table.of("deployment", "provider", "state", "calls", "failed", "retryAt");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("breakers");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        TABLE.print(answer.path("breakers"), "there are no deployments", out);
    }
}
