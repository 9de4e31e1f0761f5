/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.LedgerInstance;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static org.assertj.core.api.Assertions.assertThat;

/** Every row that does not add up is named (L10). */
class ReconciliationTest extends DatabaseTest {
    @TempDir
    Path records;

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L10: a row that somebody has changed is named, and no other")
    void aTamperedRowIsNamed(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.TEAM, Window.MONTH, "100"))) {
            for (int i = 1; i <= 5; i++) {
                one.reserve("call-" + i, "1", "1");
                one.settle("call-" + i, "0.5", "1");
            }
            one.awaitWritten();
            assertThat(one.reconcile()).isEmpty();

            // When
            tamper(one, "update ledger_settlement set cost = cost + 1 where call_id = 'call-2'");
            tamper(one, "update ledger_entry set to_account = 'caller:web' where call_id = 'call-3' and number = 2");
            tamper(one, "delete from ledger_entry where call_id = 'call-4' and number = 1");
            tamper(one, "update ledger_balance set spent = spent - 1000000000");

            // Then
            assertThat(one.reconcile())
                    .containsExactlyInAnyOrder(
                            new Finding("settlement", "call-2", "cost is 0.500000001 USD, its entries add up to 0.5"),
                            new Finding(
                                    "entry",
                                    "call-3/2",
                                    "moves money of the book CREDIT from organisation:acme to caller:web as charge"),
                            new Finding("settlement", "call-4", "cost is 0.5 USD, its entries add up to 0"),
                            new Finding("settlement", "call-4", "its entries are not numbered without a gap"),
                            new Finding(
                                    "balance",
                                    "team:acme/support CREDIT month 2026-11-01",
                                    "spent is 4 USD, its calls add up to 5"));
        }
    }

    private static void tamper(LedgerInstance one, String sql) {
        assertThat(one.pool.template().update(sql)).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L10: ledger and decision records say the same of each call, or the call is named")
    void recordsAndLedgerAgree(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.TOTAL, "2"))) {
            for (String call : new String[] {"same", "overrun", "dearer", "charged", "unrecorded"}) {
                one.settle(call, "0.5", "1");
            }
            one.awaitWritten();
            one.clock.pass(Duration.ofMinutes(5));
            record("same", "0.5", "1");
            record("overrun", "0.5", "1");
            record("dearer", "0.6", "1");
            record("charged", "0.5", "0.9");
            record("missing", "0.5", null);
            record("refused", null, null);
            record("same", "0.5", "1");
            Files.writeString(
                    records.resolve("decision-records.jsonl"), "not json\n", java.nio.file.StandardOpenOption.APPEND);

            // When
            Reconciliation.Report report = Reconciling.report(one, records, true);

            // Then
            assertThat(report.findings())
                    .containsExactlyInAnyOrder(
                            new Finding("record", "same", "there are two records of this call"),
                            new Finding("record", "decision-records.jsonl:8", "is no decision record"),
                            new Finding("record", "dearer", "cost is 0.6 USD in the record, 0.5 in the ledger"),
                            new Finding("record", "charged", "credit is 0.9 USD in the record, 1 in the ledger"),
                            new Finding("record", "missing", "its call is not in the ledger"),
                            new Finding("settlement", "unrecorded", "there is no record of this call"));
            assertThat(report.calls()).isEqualTo(5);
            assertThat(report.cost()).isEqualTo(Usd.of("2.5"));
            assertThat(report.credit()).isEqualTo(Usd.of("2"));
            assertThat(report.overrun()).isEqualTo(Usd.of("3"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "L10: of a fleet, the records of all instances are read; of a time that one has none of, none is missing")
    void recordsOfAFleet(String name, TestDatabase database) throws Exception {
        // Given: one after the other, in turn on two instances; the records of the second were copied earlier
        try (LedgerInstance one = LedgerInstance.on(database)) {
            for (int i = 0; i < 6; i++) {
                one.settle("call-" + i, "0.5", "1");
                one.awaitWritten();
                one.clock.pass(Duration.ofMinutes(1));
            }
            record("one", "call-0", 0, "0.5");
            record("two", "call-1", 1, "0.5");
            record("two", "call-3", 3, "0.7");
            record("one", "call-4", 4, "0.5");

            // When
            Reconciliation.Report report = Reconciling.report(one, records, true);

            // Then: call-2 is missing, call-5 may be in the second one's records
            assertThat(report.findings())
                    .containsExactlyInAnyOrder(
                            new Finding("record", "call-3", "cost is 0.7 USD in the record, 0.5 in the ledger"),
                            new Finding("settlement", "call-2", "there is no record of this call"));
            assertThat(report.records()).isEqualTo(4);
        }
    }

    private void record(String instance, String call, int minute, String cost) throws Exception {
        Path folder = Files.createDirectories(records.resolve(instance));
        Files.writeString(
                folder.resolve("decision-records.jsonl"),
                "{\"requestId\":\"" + call + "\",\"arrived\":\"" + LedgerInstance.NOON.plusSeconds(60L * minute)
                        + "\",\"providerCostUsd\":" + cost + ",\"money\":{\"chargedUsd\":1}}\n",
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND);
    }

    private void record(String call, String cost, String charged) throws Exception {
        String line = "{\"requestId\":\"" + call + "\",\"arrived\":\"" + LedgerInstance.NOON + "\""
                + (cost == null ? "" : ",\"providerCostUsd\":" + cost)
                + (charged == null ? "" : ",\"money\":{\"chargedUsd\":" + charged + "}") + "}\n";
        Files.writeString(
                records.resolve("decision-records.jsonl"),
                line,
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.APPEND);
    }

    @Test
    @DisplayName("L6, L10: a hold that nobody has swept is named")
    void anOldHoldIsNamed() throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(PostgresServer.database())) {
            one.reserve("left", "1", "1");
            assertThat(one.reconcile()).isEmpty();

            // When
            one.clock.pass(Duration.ofMinutes(10));

            // Then
            assertThat(one.reconcile()).extracting(Finding::kind).containsExactly("hold");
            one.settleExpired();
            assertThat(one.reconcile()).isEmpty();
        }
    }
}
