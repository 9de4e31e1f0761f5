/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.Decision.Granted;
import dev.serai.gateway.ledger.Decision.Short;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.budget.Window;
import dev.serai.gateway.version.DatabaseTest;

import static dev.serai.gateway.ledger.LedgerInstance.budget;
import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static dev.serai.gateway.ledger.LedgerInstance.cost;
import static org.assertj.core.api.Assertions.assertThat;

/** Days, months, and what a limit counts that is given in the middle of one (L1, L7). */
class LedgerWindowsTest extends DatabaseTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1, L7: days and months renew, a total never; a call's window is that of its reservation")
    void windowsRenew(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(
                database,
                budget(Kind.ORGANISATION, Window.DAY, "1"),
                budget(Kind.TEAM, Window.MONTH, "2"),
                budget(Kind.CALLER, Window.TOTAL, "2.5"),
                ceiling(Kind.GATEWAY, "10"))) {
            Decision today = one.reserve("call-1", "1", "1");

            // When: a call goes on beyond midnight, which is the end of the month too
            Decision tooMuch = one.reserve("call-2", "0.1", "0.1");
            one.clock.pass(Duration.ofHours(13));
            one.ledger.settle(one.settlement("call-1", "1", cost("1")));
            Decision nextDay = one.reserve("call-3", "1", "1");
            one.settle("call-3", "1", "1");
            one.clock.pass(Duration.ofDays(1));
            Decision total = one.reserve("call-4", "1", "1");

            // Then
            assertThat(today).isInstanceOf(Granted.class);
            assertThat(tooMuch).isInstanceOf(Short.class);
            assertThat(nextDay).isInstanceOf(Granted.class);
            assertThat(total).isInstanceOfSatisfying(Short.class, tooLittle -> {
                assertThat(tooLittle.window()).isEqualTo(Window.TOTAL);
                assertThat(tooLittle.renewsAt()).isNull();
                assertThat(tooLittle.available()).isEqualTo(Usd.of("0.5"));
            });
            assertThat(one.settled("call-1").get("arrived_at").toString()).contains("2026-11-30");
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1: a budget that is given in the middle of a window counts what was spent and is held before it")
    void aBudgetInTheMiddleOfAWindow(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database)) {
            one.reserve("call-1", "2", "2");
            one.settle("call-1", "2", "2");
            one.reserve("call-2", "3", "3");
            one.awaitWritten();

            // When
            one.limits.become(new LimitTable(List.of(budget(Kind.ORGANISATION, Window.MONTH, "6"))));
            Decision tooMuch = one.reserve("call-3", "1.5", "1.5");
            Decision fits = one.reserve("call-4", "1", "1");

            // Then
            assertThat(tooMuch).isInstanceOf(Short.class);
            assertThat(fits).isInstanceOf(Granted.class);
            Balance balance = one.balance(Kind.ORGANISATION, Book.CREDIT, Window.MONTH);
            assertThat(balance.spent()).isEqualTo(Usd.of("2"));
            assertThat(balance.held()).isEqualTo(Usd.of("4"));
        }
    }
}
