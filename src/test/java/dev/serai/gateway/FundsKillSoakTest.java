/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/** The jar, killed again and again while calls are paid for (L6). */
@Tag("soak")
class FundsKillSoakTest {
    private static final int KILLS = 2;
    private static final int CALLERS = 8;
    private static final List<String> TASKS = List.of("plain", "hops", "raced", "copied");
    /** A call's deadline, half a minute, and the sweeper's round, on a slow machine. */
    private static final Duration SWEPT = Duration.ofSeconds(60);

    private final Collection<String> answered = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName(
            "L6: killed under load: in the end every answered call has one settlement, sums add up, no hold is left")
    void killedUnderLoad() throws Exception {
        // Given
        TestDatabase database = PostgresServer.database();
        Random moments = new Random(20261130);
        try (JarUnderTest gateway = JarUnderTest.start(setup(), options(database));
                TestDatabase.Pool pool = database.connectOnly()) {
            JdbcClient jdbc = pool.jdbc();
            for (int kill = 0; kill < KILLS; kill++) {
                // When
                killUnderLoad(gateway, Duration.ofMillis(1000 + moments.nextInt(1500)));
                assertThat(number(jdbc, "select count(*) from ledger_hold"))
                        .as("holds of calls that died")
                        .isPositive();
                gateway.restart();
            }
            FaultBed.within(SWEPT).until(() -> number(jdbc, "select count(*) from ledger_hold") == 0);
            // Then
            assertThat(number(jdbc, "select count(*) from ledger_settlement where swept"))
                    .isPositive();
            assertEveryAnswerIsSettledOnce(jdbc);
            assertReconciled(new AdminClient(gateway.baseUrl(), gateway.home()));
        }
    }

    private static GatewayUnderTest.Builder setup() {
        String usage = "llm:sim/quick?sim.usage.prompt=100&sim.usage.completion=50&sim.tokens=20&sim.tokenDelay=15ms";
        String breaker = "breaker: { minimumCalls: 1000, window: 1000 }";
        String deadline = "deadline: 3s";
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", AdminClient.callers())
                .deployment("sure", usage, "price: claude-haiku-4-5", breaker)
                .deployment("other", usage, "price: gpt-4.1", breaker)
                .deployment("flaky", usage + "&sim.failRate=0.5", "price: claude-haiku-4-5", breaker)
                .task("plain", "sure", deadline)
                .task("hops", "flaky,other", deadline)
                .file("routes/tasks/raced.yaml", task("raced", "kamelet:parallel?deployments=sure,other"))
                .file(
                        "routes/tasks/copied.yaml",
                        task("copied", "kamelet:shadow?deployment=other", "kamelet:fallback?deployments=sure"));
    }

    private static String task(String name, String... uris) {
        return PatternBed.task(name, "", uris).replace("deadline: 10s", "deadline: 3s");
    }

    private static String[] options(TestDatabase database) {
        return new String[] {
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-Dserai.jms.enabled=false",
            "-Dspring.datasource.url=" + database.url(),
            "-Dspring.datasource.username=" + database.user(),
            "-Dspring.datasource.password=" + database.password()
        };
    }

    private void killUnderLoad(JarUnderTest gateway, Duration after) throws Exception {
        GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
        int before = answered.size();
        List<Thread> callers = IntStream.range(0, CALLERS)
                .mapToObj(number -> Thread.ofVirtual().start(() -> callUntilItDies(client, number)))
                .toList();
        FaultBed.within(Duration.ofSeconds(30)).until(() -> answered.size() > before + CALLERS);
        Awaitility.await().pollDelay(after).until(() -> true);
        gateway.kill();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private void callUntilItDies(GatewayClient client, int number) {
        try {
            for (int i = number; ; i++) {
                GatewayClient.Reply reply = client.chat(TASKS.get(i % TASKS.size()), i % 2 == 0, "Question " + i);
                if (reply.status() == 200) {
                    answered.add(reply.requestId());
                }
            }
        } catch (IOException e) { // it is dead
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertEveryAnswerIsSettledOnce(JdbcClient jdbc) {
        List<String> settled = jdbc.sql("select call_id from ledger_settlement")
                .query(String.class)
                .list();
        assertThat(settled).doesNotHaveDuplicates().containsAll(answered);
    }

    /** As an operator would. Of the calls whose process was killed, the record is missing, or says what could not be settled. */
    private static void assertReconciled(AdminClient operator) throws Exception {
        JsonNode report = operator.post("ledger/reconcile", "{}");
        assertThat(report.path("calls").asLong()).isPositive();
        assertThat(report.path("cost").decimalValue()).isPositive();
        assertThat(report.path("credit").decimalValue()).isPositive();
        List<JsonNode> findings = new ArrayList<>();
        report.path("findings").forEach(findings::add);
        assertThat(findings).hasSizeLessThanOrEqualTo(KILLS * 2 * CALLERS).allSatisfy(finding -> assertThat(
                        finding.path("problem").asText())
                .matches("there is no record of this call|is no decision record"
                        + "|.* in the record, .* in the ledger: it was swept"));
    }

    private static long number(JdbcClient jdbc, String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }
}
