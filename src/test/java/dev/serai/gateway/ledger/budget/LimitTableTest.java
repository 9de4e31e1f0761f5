/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.ledger.LedgerInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** config/budgets.yaml (L4, L7, B3). */
class LimitTableTest {
    private static final LimitTable.Known KNOWN = new LimitTable.Known(
            Set.of("acme"),
            Set.of("acme/support"),
            Set.of("support-answer"),
            Map.of("web", new Budget(new java.math.BigDecimal("5"), null, null)));

    private static LimitTable parse(String text) {
        return LimitTable.parse(Path.of("budgets.yaml"), Optional.of(text), UnaryOperator.identity(), KNOWN);
    }

    @Test
    @DisplayName("L4, L7, B3: a call is limited by the budgets and ceilings of all that bear it")
    void allThatBearIt() {
        // When
        LimitTable table = parse("""
                budgets:
                  organisations: {acme: {day: 100, month: 2000.5}}
                  teams: {acme/support: {total: 500}}
                  tasks: {support-answer: {day: 20}}
                ceilings:
                  gateway: 500
                  organisations: {acme: 120}
                """);

        // Then
        assertThat(table.of(LedgerInstance.PAYERS))
                .extracting(limit -> limit.account() + " " + limit.book() + " "
                        + limit.window().code() + " " + limit.amount())
                .containsExactlyInAnyOrder(
                        "organisation:acme CREDIT day 100",
                        "organisation:acme CREDIT month 2000.5",
                        "team:acme/support CREDIT total 500",
                        "task:support-answer CREDIT day 20",
                        "caller:web CREDIT day 5",
                        "gateway COST day 500",
                        "organisation:acme COST day 120");
        assertThat(table.of(new Payers("other", "other", "other", "other")))
                .extracting(Limit::account)
                .containsExactly(Account.GATEWAY);
    }

    @Test
    @DisplayName("L7: without the file only callers' own budgets limit anything")
    void withoutTheFile() {
        LimitTable table = LimitTable.parse(Path.of("budgets.yaml"), Optional.empty(), UnaryOperator.identity(), KNOWN);

        assertThat(table.of(LedgerInstance.PAYERS))
                .extracting(Limit::account)
                .isEqualTo(List.of(Account.parse("caller:web")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            budgets: {organisations: {acem: {day: 1}}} | budgets.organisations.acem: 'acem' is not in callers.yaml — did you mean 'acme'?
            budgets: {teams: {support: {day: 1}}}      | is no team — write it with its organisation: acme/support
            budgets: {tasks: {suport-answer: {day: 1}}}| 'suport-answer' is not in routes/tasks — did you mean 'support-answer'?
            budgets: {organisations: {acme: {}}}       | day is missing — give one of day, month and total
            budgets: {organisations: {acme: {day: 1, week: 1}}} | unknown key 'budgets.organisations.acme.week'
            budgets: {organisations: {acme: {day: -1}}}| day '-1' must not be negative — give USD; 0 allows nothing
            budgets: {organisations: {acme: {day: x}}} | day 'x'
            ceilings: {gatewy: 5}                      | unknown key 'ceilings.gatewy' — did you mean 'gateway'?
            ceilings: {organisations: {acme: -5}}      | must not be negative
            """)
    @DisplayName("C4, L7: a mistake is told with its line and what to do")
    void mistakes(String text, String problem) {
        assertThatThrownBy(() -> parse("# a comment\n" + text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("budgets.yaml:2: ")
                .hasMessageContaining(problem);
    }
}
