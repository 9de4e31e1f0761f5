/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.ledger.CostEntry;
import dev.serai.gateway.ledger.CostEntry.Source;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.CostKind;
import dev.serai.gateway.ledger.LedgerInstance;
import dev.serai.gateway.ledger.budget.Account.Kind;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.gateway.ledger.check.UsageImport.Outcome;
import dev.serai.gateway.ledger.price.PriceTable;
import dev.serai.gateway.ledger.price.Prices;
import dev.serai.gateway.version.DatabaseTest;
import dev.serai.llm.LlmException;
import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Json;

import static dev.serai.gateway.ledger.LedgerInstance.ceiling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A provider's export settles what was estimated (L5). */
class UsageImportTest extends DatabaseTest {
    private static final Deployments DEPLOYMENTS = Deployments.parse(
            Path.of("deployments.yaml"),
            "deployments: {dear: {uri: 'llm:sim/ok', region: eu, retention: none, dataClasses: [public], contextWindow: 1000, maxOutputTokens: 100, price: dear}}",
            UnaryOperator.identity());
    private static final PriceTable PRICES = PriceTable.parse(
            Path.of("prices.yaml"),
            Optional.of("prices: {dear: {rates: [{input: 1, cacheRead: 0.5, output: 10}]}}"),
            UnaryOperator.identity(),
            DEPLOYMENTS);

    private static UsageImport imports(LedgerInstance one) {
        return new UsageImport(one.pool.template(), one.ledger, new Prices(PRICES), new Catalogue(DEPLOYMENTS));
    }

    private static CostEntry cost(String deployment, String response, String usd, CostFlag... flags) {
        return new CostEntry(
                CostKind.ATTEMPT,
                new Source(deployment, "big", response),
                new Usage(1000, 0, 0, 100, 0),
                Usd.of(usd),
                null,
                Set.of(flags));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    @DisplayName("L5: what was estimated becomes what the provider says, once, by an entry that is added")
    void estimatesAreSettledOnce(String name, TestDatabase database) throws Exception {
        // Given
        try (LedgerInstance one = LedgerInstance.on(database, ceiling(Kind.GATEWAY, "100"))) {
            one.ledger.settle(one.settlement("call-1", "1", cost("dear", "resp-1", "0.5", CostFlag.ESTIMATED)));
            one.ledger.settle(one.settlement("call-2", "1", cost("dear", "resp-2", "0.5")));
            one.ledger.settle(one.settlement(
                    "call-3",
                    "1",
                    cost("dear", "resp-3", "0.5", CostFlag.ESTIMATED),
                    cost("other", "resp-3", "0.5", CostFlag.UNPRICED)));
            one.reserve("left", "2", "2");
            one.reserve("held", "0", "0");
            one.clock.pass(Duration.ofMinutes(2));
            one.settleExpired();
            UsageImport imports = imports(one);
            List<UsageRow> export = UsageExport.csv("""
                    response_id,request_id,deployment,input_tokens,cached_tokens,output_tokens,cost,comment
                    resp-1,,,2000,1000,50,,"by the price table, at its rates"
                    resp-2,,,2000,0,50,,
                    resp-3,,other,,,,0.25,
                    resp-3,,,10,0,0,,
                    ,left,,100,0,0,0.75,
                    resp-9,,,1,0,1,,
                    """);

            // When
            UsageImport.Report first = imports.take(export);
            UsageImport.Report second = imports.take(export);

            // Then
            assertThat(first.rows())
                    .isEqualTo(
                            Map.of(Outcome.CORRECTED, 3, Outcome.CERTAIN, 1, Outcome.AMBIGUOUS, 1, Outcome.UNKNOWN, 1));
            assertThat(first.difference()).isEqualTo(Usd.of("-1.998"));
            assertThat(first.unsettled()).extracting(UsageImport.Unsettled::id).containsExactly("resp-3", "resp-9");
            assertThat(second.rows()).containsEntry(Outcome.ALREADY, 3).containsEntry(Outcome.CORRECTED, 1);
            assertThat(one.settled("call-1"))
                    .containsEntry("cost", 2_000_000L)
                    .containsEntry("credit", 1_000_000_000L)
                    .containsEntry("input_tokens", 2000L)
                    .containsEntry("output_tokens", 50L)
                    .containsEntry("estimated", false);
            assertThat(one.entries("call-1"))
                    .extracting(entry -> entry.get("kind") + " " + entry.get("amount") + " " + entry.get("corrects"))
                    .containsExactly("attempt 500000000 null", "charge 1000000000 null", "correction -498000000 1");
            assertThat(one.reconcile()).isEmpty();
        }
    }

    @Test
    @DisplayName("L5: a row that cannot be taken is named, in CSV and in JSON")
    void whatCannotBeTakenIsNamed() throws Exception {
        assertThat(UsageExport.json(Json.MAPPER.readTree("[{\"response_id\": \"r\", \"cost\": 0.5}]")))
                .containsExactly(new UsageRow(null, "r", null, null, null, Usd.of("0.5")));
        assertRefused("response_id,input_tokens\nr,1\n,2\n", "Row 2: responseId is missing");
        assertRefused("response_id,cost\nr,cheap\n", "Row 1 has a count that is no whole number, or a cost");
        assertRefused("response_id\nr\n", "Row 1: inputTokens is missing");
    }

    private static void assertRefused(String csv, String problem) {
        assertThatThrownBy(() -> UsageExport.csv(csv))
                .isInstanceOfSatisfying(LlmException.class, refused -> assertThat(refused.reason())
                        .startsWith(problem));
    }
}
