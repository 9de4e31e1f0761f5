/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "breaker",
        description = {
            "Shows a deployment's circuit breaker, or changes it:",
            "  force-open    leaves the deployment alone, until a reset",
            "  force-closed  calls it whatever happens, until a reset",
            "  reset         closes the breaker and gives it back to the calls",
            ""
        })
final class Breaker extends ApiCommand {
    @Parameters(index = "0", paramLabel = "DEPLOYMENT", description = "The deployment's name.")
    private String deployment;

    @Parameters(index = "1", arity = "0..1", paramLabel = "ACTION", description = "force-open, force-closed or reset.")
    private String action;

    @Mixin
    private Reason reason;

    @Override
    JsonNode ask(AdminApi api) {
        return action == null
                ? api.get("breakers", deployment)
                : api.send("POST", reason.body(), "breakers", deployment, action);
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Breakers.TABLE.printOne(answer, out);
    }
}
