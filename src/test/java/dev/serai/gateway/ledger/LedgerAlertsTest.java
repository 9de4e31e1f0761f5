/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Window;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static org.assertj.core.api.Assertions.assertThat;

/** What is told of budgets and ceilings that come to their end (L7). */
class LedgerAlertsTest {

    @Test
    @DisplayName("L7: 50, 80 and 100 percent are told once each, whichever instance comes to them")
    void eachLevelIsToldOnceInTheFleet() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        Limit budget = budget(Kind.ORGANISATION, Window.DAY, "10");
        try (LedgerInstance one = LedgerInstance.on(database, budget);
                LedgerInstance two = LedgerInstance.on(database, budget)) {
            // When
            for (int i = 1; i <= 10; i++) {
                LedgerInstance instance = i % 2 == 0 ? one : two;
                instance.reserve("call-" + i, "1", "1");
                instance.settle("call-" + i, "1", "1");
                instance.awaitWritten();
            }

            // Then
            assertThat(two.alerts).extracting(BudgetAlert::level).containsExactly(50);
            assertThat(one.alerts).extracting(BudgetAlert::level).containsExactly(80, 100);
            assertThat(AlertNews.json(one.alerts.getFirst()))
                    .isEqualTo("{\"event\":\"budget-alert\",\"kind\":\"budget\",\"account\":\"organisation:acme\","
                            + "\"window\":\"day\",\"period\":\"2026-11-30\",\"level\":80,\"limitUsd\":10,\"spentUsd\":8,"
                            + "\"renewsAt\":\"2026-12-01T00:00:00Z\",\"at\":\"2026-11-30T12:00:00Z\"}");
        }
    }

    @Test
    @DisplayName("L7: a call that is refused says that the budget is used up, although some of it is left")
    void aRefusalIsAsGoodAsAll() throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(PostgresServer.database(), ceiling(Kind.ORGANISATION, "10"))) {
            // When
            one.reserve("call-1", "11", "0");
            one.reserve("call-2", "11", "0");

            // Then
            assertThat(one.alerts).extracting(BudgetAlert::level).containsExactly(100);
            assertThat(one.alerts).extracting(BudgetAlert::kind).containsExactly("ceiling");
        }
    }

    @Test
    @DisplayName("L7: a larger limit is told of anew")
    void aLargerLimitIsToldOfAnew() throws Exception {
        // Given
        try (LedgerInstance one =
                LedgerInstance.on(PostgresServer.database(), budget(Kind.ORGANISATION, Window.DAY, "10"))) {
            one.settle("call-1", "6", "6");
            one.awaitWritten();

            // When
            one.limits.become(new LimitTable(List.of(budget(Kind.ORGANISATION, Window.DAY, "20"))));
            one.settle("call-2", "5", "5");
            one.awaitWritten();

            // Then
            assertThat(one.alerts).extracting(BudgetAlert::level).containsExactly(50, 50);
        }
    }
}
