/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Two instances with one PostgreSQL, of which the first can be killed; their provider is outside of both, and counts (M4). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("soak")
class IdempotencyFleetSoakTest {
    private static final String TASK = "keyed";
    private static final String MOUNT = "upstream";
    private static final Duration SOON = Duration.ofSeconds(20);
    /** Longer than the lease. */
    private static final String SLOW = "answer: " + "word ".repeat(50) + "\ntokenDelay: 100ms";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static SimServer sim;
    private static JarUnderTest killable;
    private static GatewayUnderTest lasting;
    /** Of the first test, by its key. */
    private static String plainKey;

    private static HttpResponse<String> plainAnswer;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws IOException {
        GatewayUnderTest.closeRunning();
        sim = SimServer.start();
        sim.mount(MOUNT, SimScript.read("answer: fine"));
        TestDatabase database = PostgresServer.database();
        byte[] secret = new byte[32];
        new Random(1).nextBytes(secret);
        Map<String, String> properties = Map.of(
                "serai.jms.enabled", "false",
                "serai.idempotency.lease", "3s",
                "serai.idempotency.encryption-key", Base64.getEncoder().encodeToString(secret),
                "spring.datasource.url", database.url(),
                "spring.datasource.username", database.user(),
                "spring.datasource.password", database.password());
        Stream<String> options =
                properties.entrySet().stream().map(property -> "-D" + property.getKey() + "=" + property.getValue());
        killable = JarUnderTest.start(
                setup(), Stream.concat(Stream.of("-Xmx400m"), options).toArray(String[]::new));
        GatewayUnderTest.Builder setup = setup();
        properties.forEach(setup::property);
        lasting = setup.start();
    }

    private static GatewayUnderTest.Builder setup() {
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", IdempotencyBed.callers())
                .deployment(
                        TASK,
                        "llm:openai-compatible/model?baseUrl=" + sim.baseUrl(MOUNT) + "/v1",
                        "breaker: { minimumCalls: 1000, window: 1000 }")
                .task(TASK, TASK, "maxAttempts: 1");
    }

    @AfterAll
    static void stop() throws Exception {
        if (lasting != null) {
            lasting.close();
        }
        if (killable != null) {
            killable.close();
        }
        sim.close();
    }

    @BeforeEach
    void clear() {
        sim.journal().clear();
    }

    @Test
    @Order(1)
    @DisplayName("M4: what one instance has answered the other replays, byte for byte; the provider is asked once")
    void replaysElsewhere() {
        for (boolean stream : new boolean[] {true, false}) {
            // Given
            script("answer: fine");
            plainKey = UUID.randomUUID().toString();
            plainAnswer = ask(0, plainKey, stream).join();
            script("answer: other");
            // When
            HttpResponse<String> again = ask(1, plainKey, stream).join();
            // Then
            assertThat(plainAnswer.statusCode()).isEqualTo(200);
            assertThat(again.body()).isEqualTo(plainAnswer.body()).contains("fine");
            assertThat(IdempotencyBed.isReplayed(again)).isTrue();
        }
        assertThat(asked()).hasSize(2);
    }

    @Test
    @Order(2)
    @DisplayName("M4: 20 at once on two instances, for longer than a lease, are one call of the provider's")
    void joinsElsewhere() {
        for (boolean stream : new boolean[] {true, false}) {
            // Given
            sim.journal().clear();
            script(SLOW);
            String joined = UUID.randomUUID().toString();
            // When
            List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
            for (int call = 0; call < 20; call++) {
                calls.add(ask(call % 2, joined, stream));
            }
            // Then
            String first = calls.get(0).join().body();
            assertThat(calls).allSatisfy(call -> {
                assertThat(call.join().statusCode()).isEqualTo(200);
                assertThat(call.join().body()).isEqualTo(first).contains("word");
            });
            assertThat(asked()).hasSize(1);
            assertThat(calls)
                    .filteredOn(call -> IdempotencyBed.isReplayed(call.join()))
                    .hasSize(19);
        }
    }

    @Test
    @Order(3)
    @DisplayName(
            "M4 H5: the first client leaves: the call goes on for one that waits at the other instance, and only then")
    void goesOnForAnotherInstance() {
        // Given
        script(SLOW);
        CompletableFuture<HttpResponse<String>> first = ask(0, key, true);
        FaultBed.within(SOON).until(() -> asked().size() == 1);
        CompletableFuture<HttpResponse<String>> other = ask(1, key, true);
        FaultBed.within(SOON).pollDelay(Duration.ofSeconds(1)).until(() -> true);
        // When
        first.cancel(true);
        // Then
        assertThat(other.join().body()).contains("word").endsWith("[DONE]\n\n");
        assertThat(asked()).extracting(SimRequest::outcome).containsExactly(SimRequest.Outcome.COMPLETED);
        // Given
        sim.journal().clear();
        CompletableFuture<HttpResponse<String>> alone = ask(0, UUID.randomUUID().toString(), true);
        FaultBed.within(SOON).until(() -> asked().size() == 1);
        // When
        alone.cancel(true);
        // Then
        FaultBed.within(Duration.ofSeconds(2))
                .until(() -> asked().get(0).outcome() == SimRequest.Outcome.CLIENT_CLOSED);
    }

    @Test
    @Order(4)
    @DisplayName(
            "M4: killed at work, its call is made anew by the instance that waits; restarted, it replays all there is")
    void outlivesAKill() throws Exception {
        // Given
        script(SLOW);
        CompletableFuture<HttpResponse<String>> dying = ask(0, key, false);
        FaultBed.within(SOON).until(() -> asked().size() == 1);
        CompletableFuture<HttpResponse<String>> waiting = ask(1, key, false);
        FaultBed.within(SOON).pollDelay(Duration.ofSeconds(1)).until(() -> true);
        // When
        killable.kill();
        script("answer: anew");
        // Then
        assertThat(dying.handle((answer, failure) -> failure).join()).isNotNull();
        HttpResponse<String> anew = waiting.join();
        assertThat(anew.body()).contains("anew");
        assertThat(asked()).as("the lost one, and one for whoever waited").hasSize(2);
        // When
        killable.restart();
        script("answer: other");
        HttpResponse<String> again = ask(0, key, false).join();
        HttpResponse<String> earlier = ask(0, plainKey, false).join();
        // Then
        assertThat(again.body()).isEqualTo(anew.body());
        assertThat(earlier.body()).isEqualTo(plainAnswer.body());
        assertThat(IdempotencyBed.isReplayed(again)).isTrue();
        assertThat(asked()).hasSize(2);
    }

    private static void script(String yaml) {
        sim.mount(MOUNT, SimScript.read(yaml));
    }

    private static List<SimRequest> asked() {
        return sim.journal().requests(MOUNT);
    }

    private static CompletableFuture<HttpResponse<String>> ask(int instance, String key, boolean stream) {
        URI base = instance == 0 ? killable.baseUrl() : lasting.baseUrl();
        return HTTP.sendAsync(
                HttpRequest.newBuilder(base.resolve(DoorHttp.OPENAI))
                        .timeout(Duration.ofSeconds(60))
                        .header("Authorization", "Bearer " + DoorGateway.PLAIN_KEY)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofString(GatewayClient.chatBody(TASK, stream, "Hi")))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
