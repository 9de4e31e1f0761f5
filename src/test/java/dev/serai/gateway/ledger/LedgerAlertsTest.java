/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.apache.camel.CamelExecutionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static org.assertj.core.api.Assertions.assertThat;

/** What is told of budgets and ceilings that come to their end (L7). */
class LedgerAlertsTest extends DatabaseTest {

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
                    .isEqualTo("{\"event\":\"budget-alert\",\"id\":\""
                            + one.alerts.getFirst().id() + "\",\"kind\":\"budget\",\"account\":\"organisation:acme\","
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

    @Test
    @DisplayName("L7: while instances differ in a limit, each of the two is told of once")
    void instancesThatDiffer() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "10"));
                LedgerInstance two = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "12"))) {
            // When
            for (int i = 0; i < 5; i++) {
                one.settle("one-" + i, "1", "1");
                one.awaitWritten();
                two.settle("two-" + i, "0.4", "0.4");
                two.awaitWritten();
            }

            // Then: of 10, 1 to 7; of 12, 1.4 to 7
            assertThat(one.alerts).extracting(BudgetAlert::level).containsExactly(50);
            assertThat(two.alerts).extracting(BudgetAlert::level).containsExactly(50);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "L7: an alert whose instance ended before it told of it, is told by another; in the same words if twice")
    void anAlertOutlivesItsInstance(String name, TestDatabase database) throws Exception {
        // Given: nobody tells of anything
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "10"))) {
            one.settle("call-1", "8", "8");
            one.awaitWritten();
        }
        try (LedgerInstance two = LedgerInstance.on(database)) {
            List<String> heard = new ArrayList<>();
            AlertNews deaf = new AlertNews(two.pool.template(), LedgerInstance.SETTINGS, event -> {
                heard.add(event);
                throw new CamelExecutionException("the topic is away", null);
            });
            AlertNews other = new AlertNews(two.pool.template(), LedgerInstance.SETTINGS, heard::add);

            // When
            deaf.round();
            other.round();
            List<String> claimed = List.copyOf(heard);
            two.pool
                    .template()
                    .update("update ledger_alert set claimed_until = current_timestamp - interval '1' second");
            other.round();
            other.round();
            deaf.round();

            // Then: 50 and 80 percent
            assertThat(claimed).hasSize(2);
            assertThat(heard).hasSize(4);
            assertThat(heard.subList(2, 4)).isEqualTo(claimed);
            assertThat(heard.get(0)).contains("\"level\":50");
            assertThat(heard.get(1)).contains("\"level\":80");
        }
    }

    @Test
    @DisplayName("L7: of several instances that look at the same time, one tells of each alert")
    void oneInstanceTells() throws Exception {
        // Given
        try (LedgerInstance one =
                LedgerInstance.on(PostgresServer.database(), budget(Kind.ORGANISATION, Window.DAY, "10"))) {
            one.settle("call-1", "10", "10");
            one.awaitWritten();
            List<String> heard = Collections.synchronizedList(new ArrayList<>());

            // When
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 8; i++) {
                    AlertNews news = new AlertNews(one.pool.template(), LedgerInstance.SETTINGS, heard::add);
                    threads.submit(news::round);
                }
            }

            // Then
            assertThat(heard).hasSize(3).doesNotHaveDuplicates();
        }
    }
}
