/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * Objects as lines, aligned in columns.
 *
 * @param columns names of fields; {@code a.b} is the field b of a
 */
record Table(List<String> columns) {
    private static final String GAP = "  ";

    static Table of(String... columns) {
        return new Table(List.of(columns));
    }

    /** @param none what to say where there is nothing */
    void print(JsonNode rows, String none, PrintWriter out) {
        if (rows.isEmpty()) {
            out.println(none);
            return;
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Table::heading).toList());
        rows.forEach(row ->
                lines.add(columns.stream().map(column -> cell(row, column)).toList()));
        int[] widths = new int[columns.size()];
        lines.forEach(line ->
                Arrays.setAll(widths, i -> Math.max(widths[i], line.get(i).length())));
        lines.forEach(line -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                text.append(line.get(i))
                        .append(" ".repeat(widths[i] - line.get(i).length()))
                        .append(GAP);
            }
            out.println(text.toString().stripTrailing());
        });
    }

    void printOne(JsonNode row, PrintWriter out) {
        print(JsonNodeFactory.instance.arrayNode().add(row), "", out);
    }

    private static String heading(String column) {
        return column.replaceFirst(".*\\.", "")
                .replaceAll("([a-z])([A-Z])", "$1 $2")
                .toUpperCase(Locale.ROOT);
    }

    private static String cell(JsonNode row, String column) {
        JsonNode value = row.at("/" + column.replace('.', '/'));
        return value.isMissingNode() || value.isNull() ? "-" : value.isValueNode() ? value.asText() : value.toString();
    }
}
