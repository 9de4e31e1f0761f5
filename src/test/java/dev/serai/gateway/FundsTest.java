/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.ledger.price.PriceTable;
import dev.serai.gateway.ledger.price.Prices;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("L1, L3, L4: what is held for a call, and what happens where there is not enough")
class FundsTest {
    private static final String U = FundsBed.USAGE;
    private static final long FOR_BETA = FundsBed.FOR_BETA;
    private static final long FOR_ALPHA = FundsBed.FOR_ALPHA;
    private static final String ALWAYS_DOWN = "attempts: [{quota: true}]\nrepeatLast: true";

    private FundsBed bed;

    @BeforeEach
    void noLimits() {
        bed = FundsBed.fresh().limit();
        bed.script(PatternBed.ALPHA, U).script(PatternBed.BETA, U);
    }

    @AfterEach
    void noLimitsAgain() {
        bed.limit();
    }

    @Test
    @DisplayName("L3: a hop to a dearer deployment reserves what is missing, and no more; one to a cheaper asks nobody")
    void aHopReservesTheDifference() throws Exception {
        // Given
        GatewayClient.Reply whole = bed.client().chat("dear-first", false, "Hi");
        bed.script(PatternBed.BETA, ALWAYS_DOWN);
        double before = holds("cheap-first");
        // When
        GatewayClient.Reply up = bed.client().chat("cheap-first", false, "Hi");
        // Then
        assertThat(up.text()).isEqualTo("alpha says so");
        assertThat(reserved(up)).isEqualTo(reserved(whole)).isBetween(FOR_BETA, FOR_ALPHA);
        assertThat(holds("cheap-first") - before).isEqualTo(2);
        // Given
        bed.script(PatternBed.BETA, U).script(PatternBed.ALPHA, ALWAYS_DOWN);
        before = holds("dear-first");
        // When
        GatewayClient.Reply down = bed.client().chat("dear-first", false, "Hi");
        // Then
        assertThat(down.text()).isEqualTo("beta says so");
        assertThat(reserved(down)).isEqualTo(reserved(whole));
        assertThat(holds("dear-first") - before).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "L9: what a call costs is told by the prices of its attempt's beginning, and its entry names that table")
    void pricesThatChangeInTheMiddle() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, U + "latency: 1500ms");
        Prices prices = bed.gateway().bean(Prices.class);
        PriceTable before = prices.current();
        String dearer = "prices: { alpha: { rates: [ { input: 2000, output: 10000 } ] } }";
        try {
            // When
            CompletableFuture<GatewayClient.Reply> call = bed.client().chatAsync("dear-first", false, "Hi");
            PatternBed.within(Duration.ofSeconds(5))
                    .until(() -> !bed.bed().asked(PatternBed.ALPHA).isEmpty());
            Path file = Path.of("prices.yaml");
            prices.become(PriceTable.parse(
                    file, Optional.of(dearer), text -> text, Deployments.parse(file, """
                    deployments: { alpha: { uri: 'llm:sim/quick', region: eu, retention: none, dataClasses: [public],
                      contextWindow: 1000, maxOutputTokens: 100, price: alpha } }
                    """, text -> text)));
            String id = call.join().requestId();
            // Then
            assertThat(bed.settled(id).costs()).containsExactly("alpha " + FundsBed.ALPHA_COST);
            assertThat(bed.number("select count(*) from ledger_entry where call_id = '" + id + "' and price_version = '"
                            + before.version() + "'"))
                    .isEqualTo(1);
        } finally {
            prices.become(before);
        }
    }

    @Test
    @DisplayName("L3 I8: the lanes of a race are held for together")
    void lanesAddUp() throws Exception {
        // Given
        GatewayClient.Reply alpha = bed.client().chat("dear-first", false, "Hi");
        GatewayClient.Reply beta = bed.client().chat("cheap-first", false, "Hi");
        // When
        bed.script(PatternBed.ALPHA, U + "latency: 600ms").script(PatternBed.BETA, U + "latency: 600ms");
        GatewayClient.Reply both = bed.client().chat("poor-parallel", false, "Hi");
        // Then
        assertThat(reserved(both)).isEqualTo(reserved(alpha) + reserved(beta));
    }

    @ParameterizedTest
    @CsvSource({"stingy-hop, 503", "thrifty-hop, 200"})
    @DisplayName("L3 L4: a hop that there is not enough for: refuse tells of the failure before, downgrade goes on")
    void aHopTooFar(String task, int status) throws Exception {
        // Given
        bed.script(PatternBed.BETA, ALWAYS_DOWN);
        bed.limit(FundsBed.budget(task, FOR_BETA));
        // When
        GatewayClient.Reply reply = bed.client().chat(task, false, "Hi");
        // Then
        assertThat(reply.status()).isEqualTo(status);
        assertThat(bed.bed().asked(PatternBed.ALPHA)).isEmpty();
        assertThat(FundsBed.notAsked(bed.bed().recordOf(reply))).containsExactly("alpha insufficient_funds");
        assertThat(bed.settled(reply.requestId()).credit()).isZero();
    }

    @Test
    @DisplayName("I3 L1: a hedge that there is not enough for is not begun; the call goes on without it")
    void noMoneyForAHedge() throws Exception {
        // Given
        bed.limit(FundsBed.ceiling("poor-hedge", FOR_ALPHA)).script(PatternBed.ALPHA, U + "latency: 900ms");
        // When
        GatewayClient.Reply reply = bed.client().chat("poor-hedge", false, "Hi");
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertUnasked(reply);
    }

    @Test
    @DisplayName("I5 L1: a shadow that there is not enough for is not begun, and takes nothing from its call")
    void noMoneyForAShadow() throws Exception {
        // Given
        bed.limit(FundsBed.ceiling("poor-shadow", FOR_ALPHA));
        // When
        GatewayClient.Reply reply = bed.client().chat("poor-shadow", false, "Hi");
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertUnasked(reply);
    }

    @Test
    @DisplayName("L1: calls that come together get as much as there is, and not a call more")
    void together() {
        // Given: all are under way at once, and each takes up a tenth
        bed.script(PatternBed.ALPHA, U + "latency: 3s");
        bed.limit(FundsBed.budget("crowded", 10 * FOR_ALPHA));
        List<CompletableFuture<GatewayClient.Reply>> calls = new ArrayList<>();
        // When
        for (int i = 0; i < 30; i++) {
            calls.add(bed.client().chatAsync("crowded", i % 2 == 0, "Hi"));
        }
        List<Integer> statuses =
                calls.stream().map(call -> call.join().status()).toList();
        // Then: what is held for one is a little less than FOR_ALPHA
        assertThat(statuses).containsOnly(200, 402);
        assertThat(statuses).filteredOn(status -> status == 200).hasSizeBetween(10, 11);
        bed.atRest();
        assertThat(bed.number("select count(*) from ledger_hold")).isZero();
    }

    @Test
    @DisplayName("L1: what is held for an answer follows from how long answers really are")
    void learns() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "usage: {prompt: 100, completion: 20}");
        GatewayClient.Reply first = bed.client().chat("learned", false, "Hi");
        for (int i = 0; i < 10; i++) {
            bed.client().chat("learned", i % 2 == 0, "Hi");
        }
        // When
        GatewayClient.Reply last = bed.client().chat("learned", false, "Hi");
        // Then: a thousand tokens that the task allows, then twenty and a fifth of that
        assertThat(reserved(first)).isBetween(10_000_000L, 10_100_000L);
        assertThat(reserved(last) - 240_000).isBetween(2_000L, 100_000L);
        assertThat(reserved(first) - reserved(last)).isEqualTo((1000 - 24) * 10_000L);
    }

    private void assertUnasked(GatewayClient.Reply reply) {
        assertThat(bed.bed().asked(PatternBed.BETA)).isEmpty();
        JsonNode decision = bed.bed().recordOf(reply);
        assertThat(decision.path("attempts")).hasSize(1);
        assertThat(FundsBed.notAsked(decision)).containsExactly("beta insufficient_funds");
        LedgerRows.Settled settled = bed.settled(reply.requestId());
        assertThat(settled.costs()).containsExactly("alpha 700000");
        assertThat(settled.held()).isZero();
    }

    private double holds(String task) {
        return bed.bed().count("serai.holds", "task", task, "model", "quick", "outcome", "held");
    }

    private long reserved(GatewayClient.Reply reply) {
        return FundsBed.nanos(bed.bed().recordOf(reply).at("/money/reservedUsd"));
    }
}
