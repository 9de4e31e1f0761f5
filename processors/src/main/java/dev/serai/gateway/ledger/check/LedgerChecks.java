/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import dev.serai.gateway.database.SqlTimes;
import dev.serai.gateway.ledger.BalanceTable;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Usd;

import static dev.serai.gateway.database.SqlTimes.time;

/** Whether the tables of the ledger agree with each other. For one snapshot of them, and one thread. */
final class LedgerChecks {
    /** A sweep may be under way. */
    private static final Duration LATE = Duration.ofMinutes(2);

    private static final String SUMS = "select s.call_id, s.organisation, s.cost, s.credit, s.overrun, s.estimated,"
            + " count(e.number) as entries,"
            + " coalesce(sum(case when e.book = 'COST' then e.amount end), 0) as entered_cost,"
            + " coalesce(sum(case when e.kind = 'charge' then e.amount end), 0) as entered_credit,"
            + " coalesce(sum(case when e.kind = 'overrun' then e.amount end), 0) as entered_overrun,"
            + " coalesce(max(e.number), 0) as last_number"
            + " from ledger_settlement s left join ledger_entry e on e.call_id = s.call_id"
            + " where s.arrived_at >= ? and s.arrived_at < ?"
            + " group by s.call_id, s.organisation, s.cost, s.credit, s.overrun, s.estimated";

    private static final String SIDES =
            "select e.call_id, e.number, e.book, e.kind, e.from_account, e.to_account from ledger_entry e"
                    + " join ledger_settlement s on s.call_id = e.call_id"
                    + " where s.arrived_at >= ? and s.arrived_at < ? and not ("
                    + " e.book = 'COST' and e.from_account = 'gateway' and e.to_account like '"
                    + Kind.DEPLOYMENT.prefix() + "%'"
                    + " and e.kind not in ('charge', 'overrun')"
                    + " or e.book = 'CREDIT' and e.from_account = '" + Kind.ORGANISATION.prefix()
                    + "' || s.organisation"
                    + " and e.to_account = 'gateway' and e.kind = 'charge'"
                    + " or e.book = 'CREDIT' and e.from_account = 'overrun' and e.to_account = 'gateway'"
                    + " and e.kind = 'overrun')";

    private final JdbcTemplate jdbc;
    private final BalanceTable balances;
    private final Findings findings;
    private final Totals totals = new Totals();

    LedgerChecks(JdbcTemplate jdbc, Findings findings) {
        this.jdbc = jdbc;
        this.balances = new BalanceTable(jdbc);
        this.findings = findings;
    }

    /** What the settlements that were looked at add up to. */
    static final class Totals {
        private long calls;
        private Usd cost = Usd.ZERO;
        private Usd credit = Usd.ZERO;
        private Usd overrun = Usd.ZERO;
        private long estimated;

        long calls() {
            return calls;
        }

        Usd cost() {
            return cost;
        }

        Usd credit() {
            return credit;
        }

        Usd overrun() {
            return overrun;
        }

        long estimated() {
            return estimated;
        }
    }

    Totals totals() {
        return totals;
    }

    /** Of settlements that arrived from one time until another: each is the sum of its entries, and those name both sides. */
    void settlements(Instant from, Instant until) {
        jdbc.query(
                SUMS,
                row -> {
                    compare(row);
                    add(row);
                },
                time(from),
                time(until));
        jdbc.query(
                SIDES,
                row -> {
                    findings.add(
                            "entry",
                            row.getString("call_id") + "/" + row.getInt("number"),
                            "moves money of the book " + row.getString("book") + " from "
                                    + row.getString("from_account") + " to " + row.getString("to_account") + " as "
                                    + row.getString("kind"));
                },
                time(from),
                time(until));
    }

    private void add(ResultSet row) throws SQLException {
        totals.calls++;
        totals.cost = totals.cost.plus(new Usd(row.getLong("cost")));
        totals.credit = totals.credit.plus(new Usd(row.getLong("credit")));
        totals.overrun = totals.overrun.plus(new Usd(row.getLong("overrun")));
        totals.estimated += row.getBoolean("estimated") ? 1 : 0;
    }

    private void compare(ResultSet row) throws SQLException {
        for (String amount : List.of("cost", "credit", "overrun")) {
            Usd settled = new Usd(row.getLong(amount));
            Usd entered = new Usd(row.getLong("entered_" + amount));
            if (!settled.equals(entered)) {
                findings.add(
                        "settlement",
                        row.getString("call_id"),
                        amount + " is " + settled + " USD, its entries add up to " + entered);
            }
        }
        if (row.getInt("entries") != row.getInt("last_number")) {
            findings.add("settlement", row.getString("call_id"), "its entries are not numbered without a gap");
        }
    }

    /** Each balance is the sum of its settlements and holds. */
    void balances() {
        for (BalanceTable.Mismatch found : balances.mismatches()) {
            findings.add(
                    "balance",
                    found.balance(),
                    found.what() + " is " + found.kept() + " USD, its calls add up to " + found.sum());
        }
    }

    /** None is left behind. */
    void holds(Instant now) {
        jdbc.query(
                "select h.call_id, max(h.expires_at) as expires, count(s.call_id) as settled from ledger_hold h"
                        + " left join ledger_settlement s on s.call_id = h.call_id group by h.call_id"
                        + " having max(h.expires_at) < ?",
                row -> {
                    String problem = row.getLong("settled") > 0 ? ", although its call is settled" : "";
                    findings.add(
                            "hold",
                            row.getString("call_id"),
                            "has expired at " + SqlTimes.instant(row, "expires") + " and is still there" + problem);
                },
                time(now.minus(LATE)));
    }
}
