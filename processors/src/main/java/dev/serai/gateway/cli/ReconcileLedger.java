/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "reconcile",
        description = "Names every row of the ledger that does not add up, with itself or with the decision records.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all adds up", "1:a row does not, or no gateway answers", "2:wrong usage"})
final class ReconcileLedger extends ApiCommand {
    private static final Table TABLE = Table.of("kind", "row", "problem");

    @Option(
            names = "--from",
            paramLabel = "DAY",
            description = "The first day (UTC), e.g. 2026-11-30; the ledger's first.")
    private String from;

    @Option(names = "--until", paramLabel = "DAY", description = "The last day (UTC); today.")
    private String until;

    @Option(
            names = "--records",
            paramLabel = "FOLDER",
            description =
                    "Decision records of all instances, in a folder each, where the gateway can read them; those of the"
                            + " gateway that answers.")
    private Path records;

    @Override
    JsonNode ask(AdminApi api) {
        Map<String, Object> body = new HashMap<>();
        body.put("from", from);
        body.put("until", until);
        body.put("records", records == null ? null : records.toAbsolutePath().toString());
        return api.send("POST", body, "ledger", "reconcile");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        out.printf(
                "%s to %s: %s calls, cost %s USD, credit %s USD, borne by the gateway %s USD, %s estimated; %s records%n",
                text(answer, "from"),
                text(answer, "until"),
                text(answer, "calls"),
                text(answer, "cost"),
                text(answer, "credit"),
                text(answer, "overrun"),
                text(answer, "estimated"),
                text(answer, "records"));
        TABLE.print(answer.path("findings"), "all adds up", out);
        long problems = answer.path("problems").asLong();
        if (problems > answer.path("findings").size()) {
            out.println("… and more: " + problems + " in all");
        }
    }

    private static String text(JsonNode answer, String field) {
        return answer.path(field).asText();
    }

    @Override
    int code(JsonNode answer) {
        return answer.path("addsUp").asBoolean() ? 0 : 1;
    }
}
