/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.report;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.ledger.CostEntry;
import dev.serai.gateway.ledger.CostEntry.Source;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.CostKind;
import dev.serai.gateway.ledger.LedgerInstance;
import dev.serai.gateway.ledger.Settlement;
import dev.serai.gateway.ledger.Settlement.Answer;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.version.DatabaseTest;
import dev.serai.llm.Usage;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("L10: what was spent, by whom and on what, on both databases")
class SpendReportsTest extends DatabaseTest {
    private static final LocalDate DAY = LocalDate.of(2026, 11, 30);
    private static final Payers OTHER = new Payers("batch", "acme", "search", "document-embed");

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L10: a loser's cost stands with its own model, the charge with the one that answered")
    void byModel(String name, TestDatabase database) {
        try (LedgerInstance one = LedgerInstance.on(database)) {
            // Given
            settle(one, "call-1", LedgerInstance.PAYERS, "0.3", cost("large", "0.3"), cost("small", "0.1"));
            // When
            List<Spend> rows = report(one, DAY, DAY, SpendDimension.MODEL);
            // Then
            assertThat(rows).extracting(Spend::keys).containsExactly(List.of("large"), List.of("small"));
            assertThat(rows).extracting(Spend::cost).containsExactly(Usd.of("0.3"), Usd.of("0.1"));
            assertThat(rows).extracting(Spend::charged).containsExactly(Usd.of("0.3"), Usd.ZERO);
            assertThat(rows).extracting(Spend::calls).containsExactly(1L, 0L);
            assertThat(rows).extracting(Spend::inputTokens).containsExactly(13L, 13L);
            assertThat(rows).extracting(Spend::outputTokens).containsExactly(23L, 23L);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L10: days are those of UTC, and the first and the last one count")
    void byDay(String name, TestDatabase database) {
        try (LedgerInstance one = LedgerInstance.on(database)) {
            // Given
            at(one, Instant.parse("2026-11-29T23:59:59.999999Z"));
            settle(one, "call-1", LedgerInstance.PAYERS, "1", cost("large", "1"));
            at(one, Instant.parse("2026-11-30T00:00:00Z"));
            settle(one, "call-2", LedgerInstance.PAYERS, "2", cost("large", "2"));
            at(one, Instant.parse("2026-11-30T23:59:59.999999Z"));
            settle(one, "call-3", OTHER, "4", cost("large", "4"));
            at(one, Instant.parse("2026-12-01T00:00:00Z"));
            settle(one, "call-4", OTHER, "8", cost("large", "8"));
            // When
            List<Spend> days = report(one, DAY.minusDays(1), DAY, SpendDimension.DAY);
            List<Spend> tasks = report(one, DAY, DAY, SpendDimension.DAY, SpendDimension.TASK, SpendDimension.CALLER);
            List<Spend> months = report(one, DAY.minusMonths(1), DAY.plusDays(1), SpendDimension.MONTH);
            // Then
            assertThat(days).extracting(Spend::keys).containsExactly(List.of("2026-11-29"), List.of("2026-11-30"));
            assertThat(days).extracting(Spend::charged).containsExactly(Usd.of("1"), Usd.of("6"));
            assertThat(tasks)
                    .extracting(Spend::keys)
                    .containsExactly(
                            List.of("2026-11-30", "document-embed", "batch"),
                            List.of("2026-11-30", "support-answer", "web"));
            assertThat(months).extracting(Spend::charged).containsExactly(Usd.of("7"), Usd.of("8"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L5, L10: what is estimated is told apart, and what nobody answered has no model")
    void estimatesAndFailures(String name, TestDatabase database) {
        try (LedgerInstance one = LedgerInstance.on(database)) {
            // Given
            settle(one, "call-1", LedgerInstance.PAYERS, "0", cost("large", "0.5", CostFlag.ESTIMATED));
            one.ledger.settle(new Settlement(
                    "call-2",
                    LedgerInstance.PAYERS,
                    one.clock.instant(),
                    new Answer(null, null, null, "provider_unavailable"),
                    List.of(),
                    Usd.ZERO));
            one.awaitWritten();
            // When
            List<Spend> outcomes = report(one, DAY, DAY, SpendDimension.OUTCOME);
            List<Spend> models = report(one, DAY, DAY, SpendDimension.MODEL);
            Spend total = new SpendReports(one.pool.jdbc()).total(query(DAY, DAY, SpendDimension.TASK));
            // Then
            assertThat(outcomes)
                    .extracting(Spend::keys)
                    .containsExactly(List.of("ok"), List.of("provider_unavailable"));
            assertThat(outcomes).extracting(Spend::estimated).containsExactly(Usd.of("0.5"), Usd.ZERO);
            assertThat(models).extracting(row -> row.keys().get(0)).containsExactlyInAnyOrder("large", null);
            assertThat(total.calls()).isEqualTo(2);
            assertThat(total.cost()).isEqualTo(Usd.of("0.5"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L10: days without a call have no rows and a total of nothing")
    void nothing(String name, TestDatabase database) {
        try (LedgerInstance one = LedgerInstance.on(database)) {
            // When
            List<Spend> rows = report(one, DAY, DAY, SpendDimension.TASK);
            Spend total = new SpendReports(one.pool.jdbc()).total(query(DAY, DAY));
            // Then
            assertThat(rows).isEmpty();
            assertThat(total).isEqualTo(Spend.NOTHING);
        }
    }

    private static void at(LedgerInstance one, Instant time) {
        one.clock.pass(Duration.between(one.clock.instant(), time));
    }

    private static CostEntry cost(String model, String usd, CostFlag... flags) {
        return new CostEntry(
                CostKind.ATTEMPT,
                new Source("sim-" + model, model, null),
                new Usage(10, 1, 2, 20, 3),
                Usd.of(usd),
                "v1",
                Set.of(flags));
    }

    private static void settle(LedgerInstance one, String call, Payers payers, String credit, CostEntry... costs) {
        CostEntry.Source source = costs[0].source();
        Answer answer = new Answer("web-chat", source.deployment(), source.model(), "ok");
        one.ledger.settle(new Settlement(call, payers, one.clock.instant(), answer, List.of(costs), Usd.of(credit)));
        one.awaitWritten();
    }

    private static SpendQuery query(LocalDate from, LocalDate to, SpendDimension... by) {
        return new SpendQuery(from, to, List.of(by), 100);
    }

    private static List<Spend> report(LedgerInstance one, LocalDate from, LocalDate to, SpendDimension... by) {
        return new SpendReports(one.pool.jdbc()).rows(query(from, to, by));
    }
}
