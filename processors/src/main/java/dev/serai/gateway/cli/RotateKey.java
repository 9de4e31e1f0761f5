/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "rotate", description = "Makes a new key for a caller; the old one works on for a while.%n")
final class RotateKey extends ApiCommand {
    @Mixin
    private CallerName caller;

    @Option(names = "--grace", paramLabel = "TIME", description = "How long the old key works on, e.g. 1h; 24h.")
    private String grace;

    @Mixin
    private Reason reason;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = reason.body();
        body.put("grace", grace);
        return api.send("POST", body, "keys", caller.name(), "rotate");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Keys.printNew(answer, out);
    }
}
