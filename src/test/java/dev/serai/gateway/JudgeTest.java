/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.ledger.check.Reconciliation;
import dev.serai.gateway.ledger.report.Spend;
import dev.serai.gateway.ledger.report.SpendDimension;
import dev.serai.gateway.ledger.report.SpendQuery;
import dev.serai.gateway.ledger.report.SpendReports;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("O4, L2: kamelet:judge: a share of the answers is scored, once their clients have them")
class JudgeTest {
    private JudgeBed bed;

    @BeforeEach
    void aFriendlyJudge() {
        bed = JudgeBed.fresh();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "O4 L2: the score is in the record and a metric, its cost in the ledger; the client neither waits nor pays")
    void scored(boolean stream) throws Exception {
        // Given
        bed.judges("latency: 700ms\nanswer: '{\"score\": 6}'");
        double count = bed.scores("judged") == null ? 0 : bed.scores("judged").count();
        double total = bed.scores("judged") == null ? 0 : bed.scores("judged").totalAmount();
        // When
        JudgeBed.Judged judged = bed.ask("judged", stream);
        // Then
        assertThat(judged.text()).isEqualTo("alpha says so");
        assertThat(judged.confidence()).isNull();
        assertThat(judged.attempts()).isEqualTo("1");
        assertThat(judged.scores()).containsExactly("alpha 6");
        assertThat(judged.decision().at("/judgement").has("confidence")).isFalse();
        JsonNode score = PatternBed.attempt(judged.decision(), JudgeBed.JUDGE);
        assertThat(score.path("role").textValue()).isEqualTo("judge");
        assertThat(score.path("startedAfterMs").longValue())
                .isGreaterThanOrEqualTo(judged.decision().path("durationMs").longValue());
        assertThat(judged.settled().costs()).containsExactly("alpha 700000", JudgeBed.ONE_SCORE);
        assertThat(judged.settled().credit()).isEqualTo(FundsBed.ALPHA_COST);
        judged.addsUp();
        assertThat(bed.scores("judged").count() - count).isEqualTo(1);
        assertThat(bed.scores("judged").totalAmount() - total).isEqualTo(6);
        assertThat(material().path("answer").textValue()).isEqualTo("alpha says so");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    judged       | answer: ten                                        | output_invalid
                    judged       | attempts: [{status: 503}, {status: 503}]           | provider_unavailable
                    judged-hasty | attempts: [{silence: true}]                        | deadline_exceeded
                    """)
    @DisplayName("O4: a judge that fails is told of in the record, and changes nothing for the client")
    void theJudgeFails(String task, String script, String reason) throws Exception {
        // Given
        bed.judges(script);
        // When
        JudgeBed.Judged judged = bed.ask(task, false);
        // Then
        assertThat(judged.text()).isEqualTo("alpha says so");
        assertThat(judged.scores()).containsExactly("alpha " + reason);
        assertThat(judged.decision().path("outcome").textValue()).isEqualTo("ok");
        assertThat(judged.settled().credit()).isEqualTo(FundsBed.ALPHA_COST);
        judged.addsUp();
    }

    @Test
    @DisplayName("O4: a share of 0 scores nothing")
    void noShare() {
        // When
        JudgeBed.Judged judged = bed.ask("judged-never", false);
        // Then
        assertThat(judged.decision().has("judgement")).isFalse();
        assertThat(bed.judged()).isEmpty();
    }

    @Test
    @DisplayName("O4: a call that fails has no answer to score, and its record does not wait")
    void theCallFails() {
        // Given
        bed.script(PatternBed.ALPHA, "attempts: [{contentFilter: true}]");
        // When
        JudgeBed.Judged judged = bed.ask("judged", false);
        // Then
        assertThat(judged.reply().status()).isEqualTo(400);
        assertThat(judged.decision().has("judgement")).isFalse();
        assertThat(bed.judged()).isEmpty();
        assertThat(judged.settled().held()).isZero();
    }

    @Test
    @DisplayName("O4: what a client did not stay for is not scored")
    void theClientLeaves() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, "latency: 3s");
        int before = bed.funds().gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.funds().gateway())) {
            client.send("judged", false, "Hi");
            PatternBed.within(Duration.ofSeconds(5))
                    .until(() -> !bed.bed().asked(PatternBed.ALPHA).isEmpty());
        }
        // Then
        PatternBed.within(Duration.ofSeconds(5))
                .until(() -> bed.funds().gateway().records().size() > before);
        JsonNode decision = bed.funds().gateway().records().get(before);
        assertThat(decision.path("outcome").textValue()).isEqualTo("cancelled");
        assertThat(decision.has("judgement")).isFalse();
        assertThat(bed.judged()).isEmpty();
    }

    @Test
    @DisplayName(
            "O4: answers beyond the bound, and those whose judge has no capacity to spare, are dropped and counted")
    void bounded() throws Exception {
        // Given
        bed.judges("latency: 1500ms\nanswer: '{\"score\": 6}'");
        double before = bed.bed().count("serai.judge.dropped", "task", "judged-once");
        // When
        GatewayClient.Reply first = bed.funds().client().chat("judged-once", false);
        GatewayClient.Reply second = bed.funds().client().chat("judged-once", false);
        // Then
        assertThat(bed.bed().recordOf(second).has("judgement")).isFalse();
        assertThat(bed.bed().recordOf(first).at("/judgement/scores/0/score").intValue())
                .isEqualTo(6);
        assertThat(bed.bed().count("serai.judge.dropped", "task", "judged-once") - before)
                .isEqualTo(1);
        // When
        bed.breakers().force(bed.judge(), true).join();
        JudgeBed.Judged third = bed.ask("judged-once", false);
        // Then
        assertThat(third.decision().has("judgement")).isFalse();
        assertThat(bed.bed().count("serai.judge.dropped", "task", "judged-once") - before)
                .isEqualTo(2);
    }

    @Test
    @DisplayName("L7 L1: no score is paid for beyond a ceiling")
    void noMoney() {
        // Given
        bed.funds().limit(FundsBed.ceiling("judged-poor", FundsBed.FOR_ALPHA));
        // When
        JudgeBed.Judged judged = bed.ask("judged-poor", false);
        // Then
        assertThat(judged.reply().status()).isEqualTo(200);
        assertThat(judged.scores()).containsExactly("alpha insufficient_funds");
        assertThat(FundsBed.notAsked(judged.decision())).containsExactly("judge insufficient_funds");
        assertThat(judged.settled().costs()).containsExactly("alpha 700000");
        assertThat(bed.judged()).isEmpty();
    }

    @Test
    @DisplayName("L10: reports have the judge's cost with the model that it was paid for, and everything adds up")
    void reported() {
        // Given
        SpendReports reports = bed.funds().gateway().bean(SpendReports.class);
        SpendQuery byDeployment = new SpendQuery(
                LocalDate.now().minusDays(1),
                LocalDate.now().plusDays(1),
                List.of(SpendDimension.TASK, SpendDimension.DEPLOYMENT),
                1000);
        long before = cost(reports.rows(byDeployment), "judge");
        long charged = charged(reports.rows(byDeployment), "judge");
        // When
        JudgeBed.Judged sampled = bed.ask("judged", true);
        bed.funds().atRest();
        // Then
        assertThat(sampled.scores()).hasSize(1);
        assertThat(cost(reports.rows(byDeployment), "judge") - before).isEqualTo(750_000);
        assertThat(charged(reports.rows(byDeployment), "judge")).isEqualTo(charged);
        Reconciliation.Report report = bed.funds()
                .gateway()
                .bean(Reconciliation.class)
                .check(LocalDate.now().minusDays(1), LocalDate.now().plusDays(1));
        assertThat(report.findings())
                .filteredOn(finding -> finding.row().startsWith(sampled.reply().requestId()))
                .isEmpty();
    }

    private static long cost(List<Spend> rows, String deployment) {
        return rows.stream()
                .filter(row -> row.keys().equals(List.of("judged", deployment)))
                .mapToLong(row -> row.cost().nanos())
                .sum();
    }

    private static long charged(List<Spend> rows, String deployment) {
        return rows.stream()
                .filter(row -> row.keys().equals(List.of("judged", deployment)))
                .mapToLong(row -> row.charged().nanos())
                .sum();
    }

    private JsonNode material() throws Exception {
        return Json.MAPPER.readTree(
                bed.judged().get(0).json().at("/messages/1/content").textValue());
    }
}
