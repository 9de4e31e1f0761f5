/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.ledger.Bookkeeping.Loaded;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;

/** Writes a batch as one transaction. For one thread; the tables it uses are everybody's. */
final class LedgerTransaction {
    private final UUID writer = UUID.randomUUID();
    private final Transactions transactions;
    private final Limits limits;
    private final Clock clock;
    private final HoldTable holds;
    private final SettlementTable settlements;
    private final EntryTable entries;
    private final BalanceTable balances;
    private final CostRows costs;
    private final WriterTable writers;
    private final Openings openings;
    private final AlertTable alerts;

    LedgerTransaction(JdbcTemplate jdbc, Transactions transactions, Limits limits, Clock clock) {
        this.transactions = transactions;
        this.limits = limits;
        this.clock = clock;
        this.holds = new HoldTable(jdbc);
        this.settlements = new SettlementTable(jdbc);
        this.entries = new EntryTable(jdbc);
        this.balances = new BalanceTable(jdbc);
        this.openings = new Openings(jdbc, transactions);
        this.alerts = new AlertTable(jdbc);
        this.costs = new CostRows(jdbc);
        this.writers = new WriterTable(jdbc);
    }

    /**
     * Writes it, or finds that an earlier try has: what was decided then is what counts.
     *
     * @throws org.springframework.core.NestedRuntimeException where it is not known to be written: to be tried again with the
     *     same batch
     * @throws MissingBalances where it is not written because balances have to be opened before
     */
    Batch.Result write(Batch batch) {
        return transactions.run(() -> attempt(batch));
    }

    Openings openings() {
        return openings;
    }

    private Batch.Result attempt(Batch batch) {
        if (!writers.begin(writer, batch.number())) {
            return batch.result();
        }
        writers.keepBalances();
        Loaded loaded = load(batch);
        BalanceSheet sheet = sheet(batch, loaded, limits.current());
        Instant now = clock.instant();
        Corrections corrections = new Corrections(sheet, loaded.costs());
        Bookkeeping books = new Bookkeeping(sheet, corrections, loaded, now);
        batch.inOrder().forEach(books::take);
        List<BudgetAlert> news = alerts.insert(sheet.alerts(now));
        write(books, sheet, now);
        entries.insert(corrections.entries(), now);
        costs.apply(corrections.changes());
        settlements.replace(corrections.resettled(), now);
        batch.result(new Batch.Result(books.results(), overruns(books, corrections), news));
        return batch.result();
    }

    private Loaded load(Batch batch) {
        Set<String> ending = new LinkedHashSet<>();
        Set<String> corrected = new LinkedHashSet<>();
        for (Work work : batch.works()) {
            switch (work) {
                case Work.Reserve reserve -> {}
                case Work.Correct correct -> corrected.add(correct.callId());
                default -> ending.add(work.callId());
            }
        }
        Map<String, Boolean> settled = settlements.settled(ending);
        settled.forEach((call, swept) -> {
            if (swept) {
                corrected.add(call);
            }
        });
        return new Loaded(holds.ofCalls(ending), settled.keySet(), costs.ofCalls(corrected));
    }

    private record Touch(String callId, Payers payers, Instant at) {}

    private static List<Touch> touches(Batch batch, Loaded loaded) {
        List<Touch> touches = new ArrayList<>();
        loaded.holds().forEach(hold -> touches.add(new Touch(hold.callId(), hold.payers(), hold.at())));
        loaded.costs()
                .forEach(row -> touches.add(new Touch(
                        row.key().callId(), row.call().payers(), row.call().at())));
        for (Work work : batch.works()) {
            if (work instanceof Work.Reserve reserve) {
                Reservation wanted = reserve.reservation();
                touches.add(new Touch(wanted.callId(), wanted.payers(), wanted.at()));
            } else if (work instanceof Work.Settle settle) {
                touches.add(new Touch(
                        work.callId(),
                        settle.settlement().payers(),
                        settle.settlement().at()));
            }
        }
        return touches;
    }

    private BalanceSheet sheet(Batch batch, Loaded loaded, LimitTable table) {
        Set<Account> accounts = new HashSet<>();
        Set<LocalDate> periods = new HashSet<>();
        List<Touch> touches = touches(batch, loaded);
        for (Touch touch : touches) {
            accounts.addAll(touch.payers().accounts());
            for (Window window : Window.values()) {
                periods.add(window.period(touch.at()));
            }
        }
        BalanceSheet sheet = new BalanceSheet(accounts.isEmpty() ? List.of() : balances.lock(accounts, periods), table);
        Map<String, Set<BalanceKey>> missing = new HashMap<>();
        for (Touch touch : touches) {
            Set<BalanceKey> keys = sheet.missing(touch.payers(), touch.at());
            if (!keys.isEmpty()) {
                missing.computeIfAbsent(touch.callId(), call -> new TreeSet<>()).addAll(keys);
            }
        }
        if (!missing.isEmpty()) {
            throw new MissingBalances(missing);
        }
        return sheet;
    }

    private void write(Bookkeeping books, BalanceSheet sheet, Instant now) {
        holds.insert(books.newHolds());
        settlements.insert(books.settlements(), now);
        entries.insert(
                books.settlements().stream()
                        .flatMap(row -> EntryRow.of(row, 1).stream())
                        .toList(),
                now);
        holds.delete(books.oldHolds());
        balances.update(sheet.changed());
    }

    private static List<Usd> overruns(Bookkeeping books, Corrections corrections) {
        return Stream.concat(books.settlements().stream(), corrections.resettled().stream())
                .map(SettlementRow::overrun)
                .filter(overrun -> !overrun.isZero())
                .toList();
    }
}
