/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "revoke", description = "Ends a key at once. It cannot be taken back: make another one.%n")
final class RevokeKey extends ApiCommand {
    @Mixin
    private CallerName caller;

    @Parameters(index = "1", paramLabel = "ID", description = "The key's id, as 'serai keys' shows it.")
    private String id;

    @Mixin
    private Reason reason;

    @Override
    JsonNode ask(AdminApi api) {
        return api.send("DELETE", reason.body(), "keys", caller.name(), id);
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        out.println("The key " + answer.path("id").asText() + " is "
                + answer.path("state").asText() + ".");
    }
}
