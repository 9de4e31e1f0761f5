/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;

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
import dev.serai.gateway.ledger.report.Spend;
import dev.serai.gateway.ledger.report.SpendDimension;
import dev.serai.gateway.ledger.report.SpendQuery;
import dev.serai.gateway.ledger.report.SpendReports;
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

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L1, L10: days are those of UTC on a machine of whatever zone, on the day that its clocks change too")
    void inAnyTimeZone(String name, TestDatabase database) throws Exception {
        // Given: the clocks of New York go back on 2026-11-01 at 06:00 UTC
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "2"))) {
            List<Decision> decisions = new ArrayList<>();
            // When
            for (String time : List.of("10-31T23:59:59", "11-01T00:00:00", "11-01T05:30:00", "11-01T06:30:00")) {
                Instant arrived = Instant.parse("2026-" + time + "Z");
                one.clock.pass(Duration.between(one.clock.instant(), arrived));
                decisions.add(one.reserve(time, "1", "1"));
                one.awaitWritten();
                if (decisions.getLast() instanceof Granted) {
                    one.settle(time, "1", "1");
                }
            }
            one.awaitWritten();
            List<Spend> days = new SpendReports(one.pool.jdbc())
                    .rows(new SpendQuery(
                            LocalDate.parse("2026-10-31"),
                            LocalDate.parse("2026-11-01"),
                            List.of(SpendDimension.DAY),
                            10));

            // Then
            assertThat(decisions.subList(0, 3))
                    .allSatisfy(decision -> assertThat(decision).isInstanceOf(Granted.class));
            assertThat(decisions.get(3))
                    .isInstanceOfSatisfying(Short.class, tooLittle -> assertThat(tooLittle.renewsAt())
                            .isEqualTo(Instant.parse("2026-11-02T00:00:00Z")));
            assertThat(days).extracting(Spend::charged).containsExactly(Usd.of("1"), Usd.of("2"));
            assertThat(one.reconcile()).isEmpty();
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName(
            "L1: a budget that becomes smaller than what is spent lets no call begin; one under way pays what it holds")
    void aBudgetThatBecomesSmaller(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, budget(Kind.ORGANISATION, Window.DAY, "10"))) {
            one.settle("call-1", "4", "4");
            one.reserve("call-2", "3", "3");

            // When
            one.limits.become(new LimitTable(List.of(budget(Kind.ORGANISATION, Window.DAY, "2"))));
            Decision next = one.reserve("call-3", "0.1", "0.1");
            one.settle("call-2", "5", "5");
            one.awaitWritten();

            // Then
            assertThat(next).isInstanceOfSatisfying(Short.class, tooLittle -> {
                assertThat(tooLittle.available()).isEqualTo(Usd.ZERO);
                assertThat(tooLittle.missing()).isEqualTo(Usd.of("0.1"));
            });
            assertThat(one.settled("call-2"))
                    .containsEntry("credit", 3_000_000_000L)
                    .containsEntry("overrun", 2_000_000_000L);
            assertThat(one.reconcile()).isEmpty();
        }
    }
}
