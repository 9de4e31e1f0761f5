/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "revoke", description = "Ends a key at once. It cannot be taken back: make another one.%n")
final class RevokeKey extends ApiCommand {
    @Parameters(index = "0", paramLabel = "CALLER", description = "The caller's name in config/callers.yaml.")
    private String caller;

    @Parameters(index = "1", paramLabel = "ID", description = "The key's id, as 'serai keys' shows it.")
    private String id;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        return api.send("DELETE", Reason.body(reason), "keys", caller, id);
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        out.println("The key " + answer.path("id").asText() + " is "
                + answer.path("state").asText() + ".");
    }
}
