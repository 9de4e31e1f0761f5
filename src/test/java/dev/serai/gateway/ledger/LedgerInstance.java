/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.springframework.jdbc.support.JdbcTransactionManager;

import dev.serai.gateway.AdjustableClock;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.ledger.CostEntry.Source;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.Settlement.Answer;
import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.ledger.check.Finding;
import dev.serai.gateway.ledger.check.Reconciling;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/** What one instance of the gateway has of the ledger, without the gateway: its own connections, its own writer. */
public final class LedgerInstance implements AutoCloseable, LedgerListener {
    public static final Payers PAYERS = new Payers("web", "acme", "support", "support-answer");
    public static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    public static final Duration WAIT = Duration.ofSeconds(60);
    public static final LedgerSettings SETTINGS = new LedgerSettings(500, 1000, 1000, Duration.ofSeconds(5));

    public final TestDatabase.Pool pool;
    public final AdjustableClock clock = new AdjustableClock(NOON);
    public final Limits limits = new Limits(LimitTable.NONE);
    public final List<BudgetAlert> alerts = Collections.synchronizedList(new ArrayList<>());
    public final List<Usd> overruns = Collections.synchronizedList(new ArrayList<>());
    public final AtomicInteger lost = new AtomicInteger();
    public final ShakyTransactions shaky;
    public final Ledger ledger;

    private LedgerInstance(TestDatabase.Pool pool, LedgerSettings settings) {
        this.pool = pool;
        this.shaky =
                new ShakyTransactions(new JdbcTransactionManager(pool.template().getDataSource()));
        LedgerTransaction transaction = new LedgerTransaction(pool.template(), new Transactions(shaky), limits, clock);
        this.ledger = new Ledger(transaction, settings, List.of(this));
        ledger.start();
    }

    public static LedgerInstance on(TestDatabase database, Limit... limits) {
        return on(database.connect(), SETTINGS, limits);
    }

    public static LedgerInstance on(TestDatabase.Pool pool, LedgerSettings settings, Limit... limits) {
        LedgerInstance instance = new LedgerInstance(pool, settings);
        instance.limits.become(new LimitTable(List.of(limits)));
        return instance;
    }

    public static Limit budget(Account.Kind kind, Window window, String usd) {
        return new Limit(PAYERS.account(kind), Book.CREDIT, window, Usd.of(usd));
    }

    public static Limit ceiling(Account.Kind kind, String usd) {
        return new Limit(PAYERS.account(kind), Book.COST, Window.DAY, Usd.of(usd));
    }

    public Reservation reservation(String callId, String cost, String credit) {
        Instant now = clock.instant();
        Amounts amounts = new Amounts(Usd.of(cost), Usd.of(credit));
        return new Reservation(callId, PAYERS, now, amounts, now.plus(Duration.ofMinutes(1)));
    }

    public Decision reserve(String callId, String cost, String credit) throws LlmException {
        return ledger.reserve(reservation(callId, cost, credit), WAIT);
    }

    public static CostEntry cost(String usd, CostFlag... flags) {
        return new CostEntry(
                CostKind.ATTEMPT,
                new Source("sim-a", "sim/ok", "resp-1"),
                new Usage(10, 1, 2, 20, 3),
                Usd.of(usd),
                "v1",
                Set.of(flags));
    }

    public Settlement settlement(String callId, String credit, CostEntry... costs) {
        Answer answer = new Answer("web-chat", "sim-a", "sim/ok", "ok");
        return new Settlement(callId, PAYERS, clock.instant(), answer, List.of(costs), Usd.of(credit));
    }

    public void settle(String callId, String cost, String credit) {
        ledger.settle(settlement(callId, credit, cost(cost)));
    }

    /** Until all that was given to it is in the database. */
    public void awaitWritten() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> ledger.unwritten() == 0);
    }

    Balance balance(Account.Kind kind, Book book, Window window) {
        BalanceKey key = new BalanceKey(PAYERS.account(kind), book, window, window.period(clock.instant()));
        return new BalanceTable(pool.template())
                .all().stream()
                        .filter(balance -> balance.key().equals(key))
                        .findFirst()
                        .orElseThrow();
    }

    public Sweeper sweeper() {
        return new Sweeper(pool.template(), ledger, SETTINGS, clock);
    }

    /** As a sweeper does that has the lease. */
    public int settleExpired() {
        return sweeper().settleExpired();
    }

    /** The rows that do not add up. */
    public List<Finding> reconcile() {
        return Reconciling.report(this, Path.of("no-records"), true).findings();
    }

    public long count(String table) {
        return pool.jdbc()
                .sql("select count(*) from " + table)
                .query(Long.class)
                .single();
    }

    public Map<String, Object> settled(String callId) {
        return pool.jdbc()
                .sql("select * from ledger_settlement where call_id = ?")
                .param(callId)
                .query()
                .singleRow();
    }

    public List<Map<String, Object>> entries(String callId) {
        return pool.jdbc()
                .sql("select * from ledger_entry where call_id = ? order by number")
                .param(callId)
                .query()
                .listOfRows();
    }

    @Override
    public void alert(BudgetAlert alert) {
        alerts.add(alert);
    }

    @Override
    public void lost() {
        lost.incrementAndGet();
    }

    @Override
    public void overrun(Usd amount) {
        overruns.add(amount);
    }

    @Override
    public void close() {
        ledger.stop();
        pool.close();
    }
}
