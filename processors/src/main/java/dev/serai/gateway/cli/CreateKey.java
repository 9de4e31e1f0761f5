/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "create", description = "Makes a key for a caller and shows it, this once.%n")
final class CreateKey extends ApiCommand {
    @Mixin
    private CallerName caller;

    @Option(names = "--expires", paramLabel = "TIME", description = "When it ends, e.g. 2027-01-31T00:00:00Z; never.")
    private String expires;

    @Mixin
    private Reason reason;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = reason.body();
        body.put("expires", expires);
        return api.send("POST", body, "keys", caller.name());
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Keys.printNew(answer, out);
    }
}
