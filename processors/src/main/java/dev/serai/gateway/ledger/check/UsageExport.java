/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/**
 * A provider's export of its usage, as CSV with a line of names, or as objects of JSON. Other columns are passed over. Stateless.
 * A row that cannot be taken is an {@link LlmException}, {@code invalid_request}, that names it.
 */
public final class UsageExport {
    private static final CsvMapper CSV = new CsvMapper();

    private UsageExport() {}

    /** Of CSV whose first line has the names. */
    public static List<UsageRow> csv(String text) throws LlmException {
        List<UsageRow> rows = new ArrayList<>();
        try (MappingIterator<JsonNode> lines = CSV.readerFor(JsonNode.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(text)) {
            while (lines.hasNextValue()) {
                rows.add(row(lines.nextValue(), rows.size() + 1, "csv"));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw LlmException.invalid("csv", "Row " + (rows.size() + 1) + " is not CSV.");
        }
        return rows;
    }

    /** Of a list of objects. */
    public static List<UsageRow> json(JsonNode list) throws LlmException {
        if (!list.isArray()) {
            throw LlmException.invalid("rows", "'rows' has to be a list of objects.");
        }
        List<UsageRow> rows = new ArrayList<>();
        for (JsonNode row : list) {
            rows.add(row(row, rows.size() + 1, "rows"));
        }
        return rows;
    }

    private static UsageRow row(JsonNode row, int number, String field) throws LlmException {
        try {
            return new UsageRow(
                    text(row, "request_id"),
                    text(row, "response_id"),
                    text(row, "deployment"),
                    text(row, "model"),
                    tokens(row),
                    text(row, "cost") == null ? null : Usd.of(new BigDecimal(text(row, "cost"))));
        } catch (InvalidValueException e) {
            throw LlmException.invalid(field, "Row " + number + ": " + e.getMessage() + ": " + e.fix() + ".");
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw LlmException.invalid(
                    field,
                    "Row " + number + " has a count that is no whole number, or a cost that is no number of USD.");
        }
    }

    /** Null where it has none. Counts include those of which they are a part: all input, of that what was cached. */
    private static Usage tokens(JsonNode row) {
        if (text(row, "input_tokens") == null && text(row, "output_tokens") == null) {
            return null;
        }
        long cached = count(row, "cached_tokens");
        long written = count(row, "cache_write_tokens");
        long reasoning = count(row, "reasoning_tokens");
        return new Usage(
                count(row, "input_tokens") - cached - written,
                cached,
                written,
                count(row, "output_tokens") - reasoning,
                reasoning);
    }

    private static long count(JsonNode row, String name) {
        String text = text(row, name);
        return text == null ? 0 : Long.parseLong(text);
    }

    /** Null for what is not there, or empty. */
    private static String text(JsonNode row, String name) {
        String text = row.path(name).asText("").strip();
        return text.isEmpty() || text.equals("null") ? null : text;
    }
}
