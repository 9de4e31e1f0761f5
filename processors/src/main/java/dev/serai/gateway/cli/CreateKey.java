/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "create", description = "Makes a key for a caller and shows it, this once.%n")
final class CreateKey extends ApiCommand {
    @Parameters(index = "0", paramLabel = "CALLER", description = "The caller's name in config/callers.yaml.")
    private String caller;

    @Option(names = "--expires", paramLabel = "TIME", description = "When it ends, e.g. 2027-01-31T00:00:00Z; never.")
    private String expires;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = new HashMap<>();
        body.put("expires", expires);
        body.put("reason", reason);
        return api.send("POST", body, "keys", caller);
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Keys.printNew(answer, out);
    }
}
