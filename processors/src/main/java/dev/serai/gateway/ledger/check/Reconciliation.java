/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.budget.Usd;

/**
 * Checks that the ledger adds up: settlements are the sums of their entries, balances the sums of settlements and holds, no hold
 * is left behind, and the decision records say the same. It reads only, and holds nobody up. Thread-safe.
 */
@Component
public final class Reconciliation {
    private static final Duration WRITTEN = Duration.ofSeconds(10);

    private final JdbcTemplate jdbc;
    private final Ledger ledger;
    private final Transactions transactions;
    private final RecordFiles own;
    private final Clock clock;

    @Autowired
    Reconciliation(JdbcTemplate jdbc, Ledger ledger, Transactions transactions, SeraiHome home, Fleet fleet) {
        this(
                jdbc,
                ledger,
                transactions,
                new RecordFiles(home.data().resolve("records"), !fleet.isEnabled()),
                Clock.systemUTC());
    }

    Reconciliation(JdbcTemplate jdbc, Ledger ledger, Transactions transactions, RecordFiles own, Clock clock) {
        this.ledger = ledger;
        // no limit of its own on a query: one of a large ledger takes as long as it takes
        this.jdbc = new JdbcTemplate(jdbc.getDataSource());
        this.transactions = transactions;
        this.own = own;
        this.clock = clock;
    }

    /**
     * What was found.
     *
     * @param calls     settlements of the days
     * @param estimated those of them whose cost is estimated
     * @param records   decision records of the days
     * @param problems  how many rows do not add up
     * @param findings  those rows, up to a thousand
     */
    public record Report(
            LocalDate from,
            LocalDate until,
            long calls,
            Usd cost,
            Usd credit,
            Usd overrun,
            long estimated,
            long records,
            long problems,
            List<Finding> findings) {}

    /**
     * Checks calls that arrived from one day until another (UTC), and all balances and holds.
     *
     * @param from  null for as long as the ledger goes back
     * @param files a folder with the records of all instances, in a folder each
     * @throws org.springframework.core.NestedRuntimeException where the database cannot be reached
     */
    public Report check(LocalDate from, LocalDate until, Path files) {
        return check(from, until, new RecordFiles(files, true));
    }

    /** The same with the decision records of this instance. */
    public Report check(LocalDate from, LocalDate until) {
        return check(from, until, own);
    }

    private Report check(LocalDate from, LocalDate until, RecordFiles records) {
        Findings findings = new Findings();
        LedgerChecks checks = new LedgerChecks(jdbc, findings);
        RecordChecks said = new RecordChecks(jdbc, findings);
        LocalDate first = transactions.snapshot(() -> {
            LocalDate begin = from == null ? firstDay(until) : from;
            for (LocalDate day = begin; !day.isAfter(until); day = day.plusDays(1)) {
                checks.settlements(start(day), start(day.plusDays(1)));
            }
            checks.balances();
            checks.holds(clock.instant());
            compare(records, said, begin, until, findings);
            return begin;
        });
        if (said.isAnyMissing()) {
            ledger.awaitWritten(WRITTEN);
            said.lookAgain();
        }
        return report(first, until, checks.totals(), said.count(), findings);
    }

    private void compare(RecordFiles records, RecordChecks said, LocalDate from, LocalDate until, Findings findings) {
        records.read(record -> said.take(record, start(from), start(until.plusDays(1))), findings);
        said.compareWaiting();
        if (records.areAll()) {
            said.unrecorded(clock.instant());
        }
    }

    private static Report report(
            LocalDate from, LocalDate until, LedgerChecks.Totals totals, long records, Findings findings) {
        return new Report(
                from,
                until,
                totals.calls(),
                totals.cost(),
                totals.credit(),
                totals.overrun(),
                totals.estimated(),
                records,
                findings.count(),
                findings.list());
    }

    private LocalDate firstDay(LocalDate fallback) {
        java.sql.Timestamp first =
                jdbc.queryForObject("select min(arrived_at) from ledger_settlement", java.sql.Timestamp.class);
        return first == null ? fallback : LocalDate.ofInstant(first.toInstant(), ZoneOffset.UTC);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
