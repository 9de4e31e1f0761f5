/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = "Takes over a provider's export of its usage: what was estimated is corrected, each call once.%n")
final class ImportUsage extends ApiCommand {
    private static final Table TABLE = Table.of("id", "outcome");

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "CSV with a line of names, or JSON: a list of objects. Names: response_id or request_id,"
                    + " input_tokens, cached_tokens, output_tokens, or cost in USD; deployment or model.")
    private Path file;

    @Mixin
    private Reason reason;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = reason.body();
        try {
            String text = Files.readString(file);
            if (text.stripLeading().startsWith("[")) {
                body.put("rows", new JsonMapper().readTree(text));
            } else {
                body.put("csv", text);
            }
        } catch (IOException e) {
            throw Failure.of(file + " cannot be read", e);
        }
        return api.send("POST", body, "ledger", "import");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        answer.path("rows")
                .properties()
                .forEach(count ->
                        out.println(count.getKey() + " " + count.getValue().asText()));
        out.println("costs changed by " + answer.path("difference").asText() + " USD");
        TABLE.print(answer.path("unsettled"), "no row was left over", out);
    }
}
