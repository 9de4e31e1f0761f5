/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One table of docs/configuration.md: what each key means, and what holds without it.
 *
 * @param rows by key
 */
record KeyTable(Map<String, Row> rows) {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| (.*?) \\| (.*) \\|$");
    private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\([^)]*\\)");

    record Row(String without, String meaning) {}

    /** The first table after that line. */
    static KeyTable below(String line) throws IOException {
        String page = Page.read("docs/configuration.md").text();
        String after = page.substring(page.indexOf("\n" + line + "\n"));
        String table = after.substring(after.indexOf("\n|"));
        Map<String, Row> rows = new LinkedHashMap<>();
        Matcher matcher = ROW.matcher(table.substring(0, table.indexOf("\n\n")));
        while (matcher.find()) {
            rows.put(matcher.group(1), new Row(matcher.group(2).strip(), plain(matcher.group(3))));
        }
        assertThat(rows).as("a table below " + line).isNotEmpty();
        return new KeyTable(rows);
    }

    /** Gives the schema of a key its words. */
    ObjectNode describe(String key, ObjectNode schema) {
        Row row = rows.get(key);
        assertThat(row).as("docs/configuration.md describes " + key).isNotNull();
        String without = row.without().isEmpty() || row.without().equals("required")
                ? ""
                : " (default: " + plain(row.without()) + ")";
        return schema.put("description", row.meaning() + without);
    }

    /** Its required keys are required in the schema of an object. */
    void require(ObjectNode schema) {
        var required = schema.putArray("required");
        rows.forEach((key, row) -> {
            if (row.without().equals("required")) {
                required.add(key);
            }
        });
    }

    private static String plain(String markdown) {
        return LINK.matcher(markdown).replaceAll("$1").replace("`", "");
    }
}
