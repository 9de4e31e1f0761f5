/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

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

    LedgerTransaction(JdbcTemplate jdbc, Transactions transactions, Limits limits, Clock clock) {
        this.transactions = transactions;
        this.limits = limits;
        this.clock = clock;
        this.holds = new HoldTable(jdbc);
        this.settlements = new SettlementTable(jdbc);
        this.entries = new EntryTable(jdbc);
        // adding up the calls of a month may take longer than queries are given as a rule
        this.balances = new BalanceTable(new JdbcTemplate(jdbc.getDataSource()));
        this.costs = new CostRows(jdbc);
        this.writers = new WriterTable(jdbc);
    }

    /** Some that limits need are not there; the transaction has to start again when they are. */
    private static final class MissingBalances extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Set<BalanceKey> keys;

        MissingBalances(Set<BalanceKey> keys) {
            super(null, null, false, false);
            this.keys = keys;
        }
    }

    /**
     * Writes it, or finds that an earlier try has: what was decided then is what counts.
     *
     * @throws org.springframework.core.NestedRuntimeException where it is not known to be written: to be tried again with the
     *     same batch
     */
    Batch.Result write(Batch batch) {
        while (true) {
            try {
                return transactions.run(() -> attempt(batch));
            } catch (MissingBalances missing) {
                transactions.run(() -> make(missing.keys));
            }
        }
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
        batch.works().forEach(books::take);
        List<BudgetAlert> alerts = sheet.alerts(now);
        write(books, sheet, now);
        entries.insert(corrections.entries(), now);
        costs.apply(corrections.changes());
        batch.result(new Batch.Result(books.results(), overruns(books), alerts));
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
        return new Loaded(holds.ofCalls(ending), settlements.settled(ending), costs.ofCalls(corrected));
    }

    private record Touch(Payers payers, Instant at) {}

    private static List<Touch> touches(Batch batch, Loaded loaded) {
        List<Touch> touches = new ArrayList<>();
        loaded.holds().forEach(hold -> touches.add(new Touch(hold.payers(), hold.at())));
        loaded.costs()
                .forEach(row ->
                        touches.add(new Touch(row.call().payers(), row.call().at())));
        for (Work work : batch.works()) {
            if (work instanceof Work.Reserve reserve) {
                Reservation wanted = reserve.reservation();
                touches.add(new Touch(wanted.payers(), wanted.at()));
            } else if (work instanceof Work.Settle settle) {
                touches.add(new Touch(
                        settle.settlement().payers(), settle.settlement().at()));
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
        Set<BalanceKey> missing = new TreeSet<>();
        touches.forEach(touch -> missing.addAll(sheet.missing(touch.payers(), touch.at())));
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
                        .flatMap(row -> EntryRow.of(row).stream())
                        .toList(),
                now);
        holds.delete(books.oldHolds());
        balances.update(sheet.changed());
    }

    private static List<Usd> overruns(Bookkeeping books) {
        return books.settlements().stream()
                .map(SettlementRow::overrun)
                .filter(overrun -> !overrun.isZero())
                .toList();
    }

    /** Makes balances of what their calls add up to, while nobody can add to that. */
    private Void make(Set<BalanceKey> keys) {
        writers.keepOut();
        for (BalanceKey key : keys) {
            if (!balances.exists(key)) {
                balances.insert(balances.sums(key));
            }
        }
        return null;
    }
}
