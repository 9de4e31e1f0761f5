/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "spend",
        description = "Shows what was spent: what providers charge, and what callers were charged.%n",
        footer = {"", "serai spend --by day,task --from 2026-11-01 --csv > november.csv"})
final class Spend extends ApiCommand {
    private static final List<String> FIGURES =
            List.of("calls", "costUsd", "chargedUsd", "estimatedUsd", "inputTokens", "outputTokens");

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "task",
            description =
                    "What the lines tell apart, one or more of day, month, organisation, team, feature, caller, task, model,"
                            + " deployment, outcome: ${DEFAULT-VALUE} unless given.")
    private String by;

    @Option(names = "--from", paramLabel = "DAY", description = "The first day (UTC): that of this month unless given.")
    private String from;

    @Option(names = "--to", paramLabel = "DAY", description = "The last day: today unless given.")
    private String to;

    @Option(names = "--limit", paramLabel = "LINES", description = "No more lines than that: 1000 unless given.")
    private Integer limit;

    @Option(names = "--csv", description = "Comma-separated values, with a heading.")
    private boolean csv;

    @Override
    JsonNode ask(AdminApi api) {
        return api.find(query(), "spend");
    }

    @Override
    int tell(AdminApi api, PrintWriter out) {
        if (!csv) {
            return super.tell(api, out);
        }
        out.print(api.csv(query(), "spend"));
        out.flush();
        return 0;
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        Table table = new Table(columns(answer.path("by")));
        ArrayNode lines = answer.path("rows").deepCopy();
        table.print(lines.isEmpty() ? lines : lines.add(answer.path("total")), "nothing was spent in these days", out);
        if (answer.path("truncated").booleanValue()) {
            out.println("there are more lines: --limit");
        }
    }

    private static List<String> columns(JsonNode by) {
        Stream<String> keys = StreamSupport.stream(by.spliterator(), false).map(JsonNode::textValue);
        return Stream.concat(keys, FIGURES.stream()).toList();
    }

    private Map<String, Object> query() {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("by", by);
        query.put("from", from);
        query.put("to", to);
        query.put("limit", limit);
        return query;
    }
}
