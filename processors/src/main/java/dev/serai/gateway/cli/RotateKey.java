/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rotate", description = "Makes a new key for a caller; the old one works on for a while.%n")
final class RotateKey extends ApiCommand {
    @Parameters(index = "0", paramLabel = "CALLER", description = "The caller's name in config/callers.yaml.")
    private String caller;

    @Option(names = "--grace", paramLabel = "TIME", description = "How long the old key works on, e.g. 1h; 24h.")
    private String grace;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
    private String reason;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = new HashMap<>();
        body.put("grace", grace);
        body.put("reason", reason);
        return api.send("POST", body, "keys", caller, "rotate");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Keys.printNew(answer, out);
    }
}
