/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.ledger.Decision;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.Reservation;
import dev.serai.gateway.ledger.Settlement;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** The ledger inside a gateway: its files, its alerts, its part of the admin API (L7, L10, Q1). */
class LedgerGatewayTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String BUDGETS = "config/budgets.yaml";

    private GatewayUnderTest gateway;
    private Ledger ledger;

    @BeforeEach
    void start() {
        gateway = GatewayUnderTest.builder()
                .file("config/callers.yaml", AdminClient.callers())
                .file(BUDGETS, "budgets: {tasks: {alerted: {month: 1}, limited: {day: 1}}}")
                .deployment("one", "llm:sim/quick")
                .task("limited", "one")
                .task("alerted", "one")
                .shared();
        ledger = gateway.bean(Ledger.class);
    }

    private Decision reserve(String callId, String task, String usd) throws Exception {
        Reservation.Amounts amounts = new Reservation.Amounts(Usd.of(usd), Usd.of(usd));
        Instant now = Instant.now();
        return ledger.reserve(
                new Reservation(callId, payers(task), now, amounts, now.plus(Duration.ofMinutes(5))), PATIENCE);
    }

    private static Payers payers(String task) {
        return new Payers("ops", "local", "local", task);
    }

    private void settle(String callId, String task, String usd) {
        Settlement.Answer answer = new Settlement.Answer("tests", "one", null, "ok");
        ledger.settle(new Settlement(callId, payers(task), Instant.now(), answer, List.of(), Usd.of(usd)));
        Awaitility.await().atMost(PATIENCE).until(() -> ledger.unwritten() == 0);
    }

    @Test
    @DisplayName("L4, Q1: a budget that is changed is in force without a restart")
    void aBudgetChangesWhileItRuns() throws Exception {
        // Given
        assertThat(reserve("limited-1", "limited", "1.5")).isInstanceOf(Decision.Short.class);

        // When
        Files.writeString(
                gateway.home().resolve(BUDGETS), "budgets: {tasks: {alerted: {month: 1}, limited: {day: 2}}}");

        // Then
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> reserve("limited-2", "limited", "1.5") instanceof Decision.Granted);
        ledger.release("limited-2");
    }

    @Test
    @DisplayName("L7, R3: an alert is a message on a topic and a metric that names no organisation")
    void anAlertIsHeard() throws Exception {
        try (JMSContext context = gateway.bean(ConnectionFactory.class).createContext();
                JMSConsumer alerts = context.createConsumer(context.createTopic("serai.ledger.alerts"))) {
            // When
            settle("alerted-1", "alerted", "0.6");

            // Then
            JsonNode alert = Json.MAPPER.readTree(alerts.receiveBody(String.class, PATIENCE.toMillis()));
            assertThat(alert.path("account").asText()).isEqualTo("task:alerted");
            assertThat(alert.path("level").asInt()).isEqualTo(50);
            assertThat(alert.path("spentUsd").asDouble()).isEqualTo(0.6);
            assertThat(new AdminClient(gateway).scraped("serai_ledger_alerts_total{kind=\"budget\",level=\"50\"}"))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("L10, S1: operators reconcile the ledger and import exports; an import is in the audit log")
    void operatorsReconcileAndImport() throws Exception {
        // Given
        AdminClient ops = new AdminClient(gateway);
        settle("unrecorded", "limited", "0.01");

        // When
        JsonNode report = ops.post("ledger/reconcile", "{}");
        GatewayClient.Reply imported =
                ops.ask("POST", "ledger/import", "{\"csv\": \"response_id,cost\\nr-1,0.5\\n\", \"reason\": \"test\"}");
        GatewayClient.Reply refused = ops.ask("POST", "ledger/import", "{\"csv\": \"response_id\\nr-1\\n\"}");

        // Then
        assertThat(report.path("calls").asInt()).isPositive();
        assertThat(imported.status()).isEqualTo(200);
        assertThat(imported.json().at("/unsettled/0")).hasToString("{\"id\":\"r-1\",\"outcome\":\"unknown\"}");
        assertThat(ops.audit(imported.requestId()).path("action").asText()).isEqualTo("ledger.import");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("Row 1: inputTokens is missing");
        assertThat(ops.ask("POST", "ledger/reconcile", "{}", gateway.key()).status())
                .isEqualTo(403);
    }

    @Test
    @DisplayName("L10: the examples of docs/ledger.md run as they stand there")
    void theDocumentedExamplesRun() throws Exception {
        assertThat(new AdminClient(gateway).runPage("docs/ledger.md")).isEqualTo(2);
    }
}
