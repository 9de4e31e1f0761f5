/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
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
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;

/** What one instance of the gateway has of the ledger, without the gateway: its own connections, its own writer. */
final class LedgerInstance implements AutoCloseable, LedgerListener {
    static final Payers PAYERS = new Payers("web", "acme", "support", "support-answer");
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    static final Duration WAIT = Duration.ofSeconds(60);
    static final LedgerSettings SETTINGS = new LedgerSettings(500, 1000, 1000, Duration.ofSeconds(5));

    final TestDatabase.Pool pool;
    final AdjustableClock clock = new AdjustableClock(NOON);
    final Limits limits = new Limits(LimitTable.NONE);
    final List<BudgetAlert> alerts = Collections.synchronizedList(new ArrayList<>());
    final List<Usd> overruns = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger lost = new AtomicInteger();
    final ShakyTransactions shaky;
    final Ledger ledger;

    private LedgerInstance(TestDatabase.Pool pool, LedgerSettings settings) {
        this.pool = pool;
        this.shaky =
                new ShakyTransactions(new JdbcTransactionManager(pool.template().getDataSource()));
        LedgerTransaction transaction = new LedgerTransaction(pool.template(), new Transactions(shaky), limits, clock);
        this.ledger = new Ledger(transaction, settings, List.of(this));
        ledger.start();
    }

    static LedgerInstance on(TestDatabase database, Limit... limits) {
        return on(database.connect(), SETTINGS, limits);
    }

    static LedgerInstance on(TestDatabase.Pool pool, LedgerSettings settings, Limit... limits) {
        LedgerInstance instance = new LedgerInstance(pool, settings);
        instance.limits.become(new LimitTable(List.of(limits)));
        return instance;
    }

    static Limit budget(Account.Kind kind, Window window, String usd) {
        return new Limit(PAYERS.account(kind), Book.CREDIT, window, Usd.of(usd));
    }

    static Limit ceiling(Account.Kind kind, String usd) {
        return new Limit(PAYERS.account(kind), Book.COST, Window.DAY, Usd.of(usd));
    }

    Reservation reservation(String callId, String cost, String credit) {
        Instant now = clock.instant();
        Amounts amounts = new Amounts(Usd.of(cost), Usd.of(credit));
        return new Reservation(callId, PAYERS, now, amounts, now.plus(Duration.ofMinutes(1)));
    }

    Decision reserve(String callId, String cost, String credit) throws LlmException {
        return ledger.reserve(reservation(callId, cost, credit), WAIT);
    }

    static CostEntry cost(String usd, CostFlag... flags) {
        return new CostEntry(
                CostKind.ATTEMPT,
                new Source("sim-a", "sim/ok", "resp-1"),
                new Usage(10, 1, 2, 20, 3),
                Usd.of(usd),
                "v1",
                Set.of(flags));
    }

    Settlement settlement(String callId, String credit, CostEntry... costs) {
        Answer answer = new Answer("web-chat", "sim-a", "sim/ok", "ok");
        return new Settlement(callId, PAYERS, clock.instant(), answer, List.of(costs), Usd.of(credit));
    }

    void settle(String callId, String cost, String credit) {
        ledger.settle(settlement(callId, credit, cost(cost)));
    }

    /** Until all that was given to it is in the database. */
    void awaitWritten() {
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

    Sweeper sweeper() {
        return new Sweeper(pool.template(), ledger, SETTINGS, clock);
    }

    /** As a sweeper does that has the lease. */
    int settleExpired() {
        return sweeper().settleExpired();
    }

    /** The rows that do not add up. */
    List<Finding> reconcile() {
        return reconcile(new RecordFiles(Path.of("no-records"), true)).findings();
    }

    Reconciliation.Report reconcile(RecordFiles records) {
        return new Reconciliation(pool.template(), ledger, pool.transactions(), records, clock)
                .check(null, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
    }

    long count(String table) {
        return pool.jdbc()
                .sql("select count(*) from " + table)
                .query(Long.class)
                .single();
    }

    Map<String, Object> settled(String callId) {
        return pool.jdbc()
                .sql("select * from ledger_settlement where call_id = ?")
                .param(callId)
                .query()
                .singleRow();
    }

    List<Map<String, Object>> entries(String callId) {
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
