/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.ledger.report.Spend;
import dev.serai.gateway.ledger.report.SpendDimension;
import dev.serai.gateway.ledger.report.SpendQuery;
import dev.serai.gateway.ledger.report.SpendReports;
import dev.serai.llm.LlmException;

/** What was spent, in the admin API, by the bean name {@code admin-spend} (L10). Thread-safe, stateless. */
@Component("admin-spend")
public final class AdminSpend {
    private static final int ROWS = 1000;
    private static final int MOST_ROWS = 100_000;
    private static final CsvMapper CSV = CsvMapper.builder()
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final List<String> FIGURES =
            List.copyOf(view(List.of(), Spend.NOTHING).keySet());

    private final SpendReports reports;

    AdminSpend(SpendReports reports) {
        this.reports = reports;
    }

    /**
     * Answers with the sums of this month by task, unless the query says otherwise: as JSON, or as CSV where that is what the
     * caller accepts.
     */
    public void report(Exchange exchange) throws LlmException {
        SpendQuery query = query(exchange, LocalDate.now(ZoneOffset.UTC));
        List<Spend> rows = AdminDatabase.ask(() -> reports.rows(query));
        List<String> names = query.by().stream().map(SpendDimension::code).toList();
        List<Map<String, Object>> table =
                rows.stream().map(row -> view(names, row)).toList();
        String accept = Doors.inbound(exchange).header().apply("accept");
        if (accept != null && accept.contains("text/csv")) {
            AdminDoor.answer(exchange, csv(names, table), "text/csv;charset=UTF-8");
            return;
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("from", query.from().toString());
        answer.put("to", query.to().toString());
        answer.put("by", names);
        answer.put("rows", table);
        answer.put("total", view(List.of(), AdminDatabase.ask(() -> reports.total(query))));
        answer.put("truncated", rows.size() == query.limit());
        AdminDoor.answer(exchange, answer);
    }

    private static SpendQuery query(Exchange exchange, LocalDate today) throws LlmException {
        LocalDate from = day("from", AdminDoor.path(exchange, "from"), today.withDayOfMonth(1));
        LocalDate to = day("to", AdminDoor.path(exchange, "to"), today.isBefore(from) ? from : today);
        if (to.isBefore(from)) {
            throw LlmException.invalid("to", "'to' is before 'from': both are days, and both are counted.");
        }
        return new SpendQuery(from, to, by(AdminDoor.path(exchange, "by")), limit(AdminDoor.path(exchange, "limit")));
    }

    private static LocalDate day(String name, String text, LocalDate otherwise) throws LlmException {
        try {
            return text == null ? otherwise : LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw LlmException.invalid(name, "'" + name + "' has to be a day (UTC), e.g. 2026-11-30.");
        }
    }

    private static List<SpendDimension> by(String text) throws LlmException {
        List<SpendDimension> by = new ArrayList<>();
        for (String name : (text == null ? SpendDimension.TASK.code() : text).split(",")) {
            Optional<SpendDimension> dimension = SpendDimension.of(name.strip());
            if (dimension.isEmpty()) {
                throw LlmException.invalid(
                        "by",
                        "'by' has no '" + name.strip() + "': "
                                + Spelling.fix(name.strip(), "dimensions", SpendDimension.codes()) + ".");
            }
            if (!by.contains(dimension.get())) {
                by.add(dimension.get());
            }
        }
        return by;
    }

    private static int limit(String text) throws LlmException {
        try {
            int limit = text == null ? ROWS : Integer.parseInt(text);
            if (limit > 0 && limit <= MOST_ROWS) {
                return limit;
            }
        } catch (NumberFormatException e) { // said below
        }
        throw LlmException.invalid("limit", "'limit' has to be a number of rows from 1 to " + MOST_ROWS + ".");
    }

    /** With a heading also where there are no rows. */
    private static byte[] csv(List<String> names, List<Map<String, Object>> table) {
        CsvSchema.Builder columns = CsvSchema.builder().setUseHeader(true);
        names.forEach(columns::addColumn);
        FIGURES.forEach(columns::addNumberColumn);
        try {
            return CSV.writer(columns.build()).writeValueAsBytes(table);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report could not be written", e);
        }
    }

    private static Map<String, Object> view(List<String> names, Spend spend) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            view.put(names.get(i), spend.keys().get(i));
        }
        view.put("calls", spend.calls());
        view.put("costUsd", spend.cost().toBigDecimal());
        view.put("chargedUsd", spend.charged().toBigDecimal());
        view.put("overrunUsd", spend.overrun().toBigDecimal());
        view.put("estimatedUsd", spend.estimated().toBigDecimal());
        view.put("inputTokens", spend.inputTokens());
        view.put("outputTokens", spend.outputTokens());
        return view;
    }
}
