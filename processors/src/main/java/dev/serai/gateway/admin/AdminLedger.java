/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.ledger.check.Finding;
import dev.serai.gateway.ledger.check.Reconciliation;
import dev.serai.gateway.ledger.check.UsageExport;
import dev.serai.gateway.ledger.check.UsageImport;
import dev.serai.gateway.ledger.check.UsageRow;
import dev.serai.llm.LlmException;

/** The ledger in the admin API, by the bean name {@code admin-ledger}. Thread-safe. */
@Component("admin-ledger")
public final class AdminLedger {
    private static final String FROM = "from";
    private static final String UNTIL = "until";
    private static final String AWAY = "The ledger's database is away: calls are refused until it is back.";
    private static final String RECORDS = "records";
    private static final String CSV = "csv";
    private static final String ROWS = "rows";

    private final Reconciliation reconciliation;
    private final UsageImport imports;
    private final AuditLog audit;

    AdminLedger(Reconciliation reconciliation, UsageImport imports, AuditLog audit) {
        this.reconciliation = reconciliation;
        this.imports = imports;
        this.audit = audit;
    }

    /** What was found; amounts in USD. */
    private record Reconciled(
            String from,
            String until,
            boolean addsUp,
            long calls,
            BigDecimal cost,
            BigDecimal credit,
            BigDecimal overrun,
            long estimated,
            long records,
            long problems,
            List<Finding> findings) {
        static Reconciled of(Reconciliation.Report report) {
            return new Reconciled(
                    report.from().toString(),
                    report.until().toString(),
                    report.problems() == 0,
                    report.calls(),
                    report.cost().toBigDecimal(),
                    report.credit().toBigDecimal(),
                    report.overrun().toBigDecimal(),
                    report.estimated(),
                    report.records(),
                    report.problems(),
                    report.findings());
        }
    }

    /** What became of the rows of an export; the difference is in USD. */
    private record Imported(Map<String, Integer> rows, BigDecimal difference, List<Unsettled> unsettled) {
        static Imported of(UsageImport.Report report) {
            Map<String, Integer> rows = new TreeMap<>();
            report.rows().forEach((outcome, count) -> rows.put(outcome.code(), count));
            List<Unsettled> unsettled = report.unsettled().stream()
                    .map(row -> new Unsettled(row.id(), row.outcome().code()))
                    .toList();
            return new Imported(rows, report.difference().toBigDecimal(), unsettled);
        }
    }

    private record Unsettled(String id, String outcome) {}

    /** Answers with every row that does not add up, of calls of the days from one to another. */
    public void reconcile(Exchange exchange) throws LlmException {
        JsonNode body = AdminDoor.body(exchange, List.of(FROM, UNTIL, RECORDS));
        LocalDate from = day(body, FROM, null);
        LocalDate until = day(body, UNTIL, LocalDate.now(ZoneOffset.UTC));
        if (from != null && from.isAfter(until)) {
            throw LlmException.invalid(FROM, "'from' is after 'until'.");
        }
        Path records = folder(body);
        Reconciliation.Report report = AdminDatabase.ask(
                () -> records == null ? reconciliation.check(from, until) : reconciliation.check(from, until, records),
                AWAY);
        AdminDoor.answer(exchange, Reconciled.of(report));
    }

    /** Answers with what became of an export's rows. */
    public void take(Exchange exchange) throws LlmException {
        JsonNode body = AdminDoor.body(exchange, List.of(CSV, ROWS, AdminDoor.REASON));
        String reason = AdminDoor.reason(body);
        List<UsageRow> rows = rows(body);
        Imported imported = Imported.of(AdminDatabase.ask(() -> imports.take(rows), AWAY));
        String target = rows.size() + " rows";
        audit.write(exchange, new AuditLog.Deed("ledger.import", target, reason), null, imported);
        AdminDoor.answer(exchange, imported);
    }

    private static List<UsageRow> rows(JsonNode body) throws LlmException {
        if (body.has(CSV) == body.has(ROWS)) {
            throw LlmException.invalid(CSV, "Give the export as 'csv', a text, or as 'rows', a list of objects.");
        }
        return body.has(CSV) ? UsageExport.csv(body.get(CSV).asText()) : UsageExport.json(body.get(ROWS));
    }

    /** Null where none is given. */
    private static Path folder(JsonNode body) throws LlmException {
        if (!body.hasNonNull(RECORDS)) {
            return null;
        }
        Path folder = Path.of(body.get(RECORDS).asText());
        if (!folder.isAbsolute() || !Files.isDirectory(folder)) {
            throw LlmException.invalid(
                    RECORDS, "'records' has to be a folder on the gateway's machine, from its root on.");
        }
        return folder;
    }

    private static LocalDate day(JsonNode body, String name, LocalDate without) throws LlmException {
        try {
            return body.hasNonNull(name) ? LocalDate.parse(body.get(name).asText()) : without;
        } catch (DateTimeParseException e) {
            throw LlmException.invalid(name, "'" + name + "' has to be a day such as 2026-11-30.");
        }
    }
}
