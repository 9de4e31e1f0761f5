/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;

import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.check.Reconciliation;

/** What the ledger's tables say of a gateway's calls. */
final class LedgerRows {
    private final GatewayUnderTest gateway;

    LedgerRows(GatewayUnderTest gateway) {
        this.gateway = gateway;
    }

    /** A call as the ledger knows it, once it has been settled. */
    Settled settled(String callId) {
        return PatternBed.within(Duration.ofSeconds(5))
                .until(() -> find(callId), Optional::isPresent)
                .orElseThrow();
    }

    Optional<Settled> find(String callId) {
        return jdbc().sql("select cost, credit, overrun, outcome, deployment from ledger_settlement where call_id = ?")
                .param(callId)
                .query((row, number) -> new Settled(
                        row.getLong(1),
                        row.getLong(2) + row.getLong(3),
                        row.getString(4),
                        row.getString(5),
                        costs(callId),
                        held(callId)))
                .optional();
    }

    /** E.g. {@code alpha 700000}, with the flags that it has behind it, and {@code shadow} before it. */
    private List<String> costs(String callId) {
        return jdbc().sql("""
                        select kind, to_account, amount, estimated, unpriced from ledger_entry
                        where call_id = ? and book = 'COST' order by number""")
                .param(callId)
                .query((row, number) -> (row.getString(1).equals("attempt") ? "" : row.getString(1) + " ")
                        + row.getString(2).replace("deployment:", "") + " " + row.getLong(3)
                        + (row.getBoolean(4) ? " estimated" : "")
                        + (row.getBoolean(5) ? " unpriced" : ""))
                .list();
    }

    /** How many holds a call has. */
    long held(String callId) {
        return number("select count(*) from ledger_hold where call_id = '" + callId + "'");
    }

    long number(String sql) {
        return jdbc().sql(sql).query(Long.class).single();
    }

    private JdbcClient jdbc() {
        return gateway.bean(JdbcClient.class);
    }

    /** Waits until all that is settled is written. */
    void atRest() {
        gateway.recordsAtRest();
        PatternBed.within(Duration.ofSeconds(5))
                .until(() -> gateway.bean(Ledger.class).unwritten() == 0);
    }

    /** What does not add up, each row as text. */
    List<String> problems() {
        atRest();
        return gateway
                .bean(Reconciliation.class)
                .check(null, LocalDate.now(ZoneOffset.UTC).plusDays(2))
                .findings()
                .stream()
                .map(Object::toString)
                .toList();
    }

    /** @param credit what the customer was charged, and what the gateway bore of that */
    record Settled(long cost, long credit, String outcome, String deployment, List<String> costs, long held) {}
}
