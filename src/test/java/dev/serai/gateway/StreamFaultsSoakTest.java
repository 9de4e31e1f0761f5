/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The real jar on a small heap under two thousand slow streams, while providers fail in every way at random and clients
 * leave: {@code mvn package && mvn test -Psoak -Dtest=StreamFaultsSoakTest -Dsurefire.failIfNoSpecifiedTests=false}. With
 * {@code -Dserai.soak.seconds=60 -Dserai.soak.streams=300} it is over soon, {@code -Dserai.soak.seed} repeats one.
 */
@Tag("soak")
class StreamFaultsSoakTest {
    private static final int STREAMS = Integer.getInteger("serai.soak.streams", 2000);
    private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("serai.soak.seconds", 300));
    private static final long SEED = Long.getLong("serai.soak.seed", 20261130);

    /** Of all tasks. */
    private static final Duration DEADLINE = Duration.ofSeconds(100);
    /** What a call may take beyond its deadline: its error event, and threads that wait for a slow machine. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** With the key-values of a line. */
    private static final String LOG = "%d %-5level %logger{20} %msg %kvp%n";

    private static final Duration WEATHER = Duration.ofSeconds(10);
    private static final String TOKEN_DELAY = "4s";

    /** What the JVM may keep more of than after its warm-up: pools, caches, compiled code. */
    private static final int MORE_THREADS = 16;

    private static final int MORE_FILES = 50;
    private static final long MORE_HEAP = 64 << 20;

    /** An idle connection is kept for a minute. */
    private static final Duration IDLE_IS_CLOSED = Duration.ofMinutes(2);

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    private static final List<String> TASKS = List.of(
            "error", "restart", "buffer", "hedge", "hedge-restart", "hedge-buffer", "parallel", "parallel-restart");

    /** What belongs to one call, and goes with it. */
    private static final List<String> PER_CALL = List.of(
            "dev.serai.gateway.dispatch.Call",
            "dev.serai.gateway.dispatch.Race",
            "dev.serai.gateway.stream.AnswerStream",
            "dev.serai.llm.ProviderStream",
            "dev.serai.llm.http.HttpAttempt",
            "dev.serai.llm.http.Watchdog");

    private final Queue<SoakCall> calls = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);

    @Test
    @DisplayName(
            "G1 H4 H5 H6 H8 R1 R2 U4: 2,000 slow streams on -Xmx1g under random faults: no hang, no leak, one record each")
    void soak() throws Exception {
        // Given
        System.out.printf("Soak: seed %d, %d callers, %s%n", SEED, STREAMS, LENGTH);
        try (SoakWall wall = new SoakWall(SEED, TOKEN_DELAY);
                JarUnderTest gateway = JarUnderTest.start(
                        setup(wall),
                        "-Xmx1g",
                        "-XX:NativeMemoryTracking=summary",
                        "-Dlogging.pattern.console=" + LOG)) {
            answersAgain(gateway);
            long warmUp = gateway.records();
            JarVitals before = JarVitals.of(gateway);
            // When
            play(gateway, wall);
            // Then
            SoftAssertions softly = new SoftAssertions();
            SoakRecords records = new SoakRecords(List.copyOf(calls), DEADLINE.plus(GRACE));
            records.checkCalls(softly);
            records.check(softly, gateway, warmUp);
            wall.fairWeather();
            softly.assertThatCode(() -> answersAgain(gateway)).doesNotThrowAnyException();
            nothingIsLeft(softly, gateway, wall, before);
            softly.assertAll();
        }
    }

    private static GatewayUnderTest.Builder setup(SoakWall wall) {
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder()
                .file(
                        GatewayHome.DEPLOYMENTS,
                        GatewayYaml.simDeployments()
                                .replace("\ncredentials:\n", "\ncredentials:\n  soak: { apiKey: soak }\n"));
        for (String name :
                Stream.concat(SoakWall.SLOW.stream(), Stream.of(SoakWall.BIG)).toList()) {
            String uri = name.equals("gamma")
                    ? "llm:anthropic/soak-model?baseUrl=" + wall.baseUrl(name)
                    : "llm:openai-compatible/soak-model?baseUrl=" + wall.baseUrl(name) + "/v1";
            setup.deployment(
                    name,
                    uri,
                    "credential: soak",
                    "connections: 3000",
                    "breaker: { minimumCalls: 100, window: 200, cooldown: 4s }");
            setup.task("only-" + name, name, limits("error"));
        }
        setup.task(SoakWall.BIG, SoakWall.BIG, limits("error"));
        setup.task("error", "alpha,beta,gamma", limits("error"));
        setup.task("restart", "beta,delta,gamma", limits("restart"));
        setup.task("buffer", "gamma,delta,alpha", limits("buffer"));
        race(setup, "hedge", "kamelet:hedge?primary=delta&hedge=alpha,beta&after=3s&budget=0.2", "error");
        race(setup, "hedge-restart", "kamelet:hedge?primary=delta&hedge=alpha,beta&after=2s&budget=0.2", "restart");
        race(setup, "hedge-buffer", "kamelet:hedge?primary=beta&hedge=gamma&after=45s&budget=0.2", "buffer");
        race(setup, "parallel", "kamelet:parallel?deployments=alpha,beta,delta&atOnce=2", "error");
        race(setup, "parallel-restart", "kamelet:parallel?deployments=beta,gamma,delta&atOnce=2", "restart");
        return setup;
    }

    private static String[] limits(String interruption) {
        return new String[] {
            "deadline: " + DEADLINE.toSeconds() + "s",
            "firstToken: 10s",
            "idle: 15s",
            "attemptTimeout: 90s",
            "maxAttempts: 4",
            "interruption: " + interruption
        };
    }

    private static void race(GatewayUnderTest.Builder setup, String name, String uri, String interruption) {
        setup.file(
                "routes/tasks/" + name + ".yaml",
                PatternBed.task(name, String.join(", ", limits(interruption)), uri)
                        .replace("deadline: 10s, ", ""));
    }

    private void play(JarUnderTest gateway, SoakWall wall) throws Exception {
        SoakCaller.Setting setting = new SoakCaller.Setting(
                gateway.baseUrl(), gateway.key(), wall, TASKS, DEADLINE.plus(GRACE), over, calls::add);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            SoakCaller caller = new SoakCaller(setting, SEED, i);
            callers.add(Thread.startVirtualThread(() -> {
                try {
                    caller.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        weather(gateway, wall);
        over.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private void weather(JarUnderTest gateway, SoakWall wall) throws Exception {
        Instant end = Instant.now().plus(LENGTH);
        while (Instant.now().isBefore(end)) {
            wall.changeWeather();
            over.await(WEATHER.toMillis(), TimeUnit.MILLISECONDS);
            System.out.printf(
                    "%d calls ended, %.0f open, %d upstream connections; %s%n",
                    calls.size(),
                    JarVitals.metric(gateway, "serai_calls_active"),
                    wall.openConnections(),
                    gateway.memory());
        }
    }

    /** Every deployment answers in every way: no trial of a breaker is lost, and each closes within a few cooldowns. */
    private static void answersAgain(JarUnderTest gateway) throws Exception {
        GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
        for (String deployment : SoakWall.SLOW) {
            FaultBed.within(RECOVERY)
                    .until(() -> client.chat("only-" + deployment, true).isDone());
        }
        FaultBed.within(RECOVERY).until(() -> JarVitals.metric(gateway, "serai_breaker_open") == 0);
        for (String task : TASKS) {
            assertThat(client.chat(task, true).isDone()).as(task).isTrue();
            assertThat(client.messages(task, false).status()).as(task).isEqualTo(200);
            assertThat(client.useCase(task, true).body()).as(task).contains("event: done");
        }
    }

    private static void nothingIsLeft(SoftAssertions softly, JarUnderTest gateway, SoakWall wall, JarVitals before)
            throws Exception {
        softly.assertThatCode(() ->
                        FaultBed.within(DEADLINE).until(() -> JarVitals.metric(gateway, "serai_calls_active") == 0))
                .as("serai.calls.active is 0 again")
                .doesNotThrowAnyException();
        softly.assertThat(JarVitals.metric(gateway, "serai_records_dropped_total"))
                .as("records dropped")
                .isZero();
        softly.assertThat(wall.requests())
                .as("upstream requests that still run")
                .noneMatch(request -> request.outcome() == SimRequest.Outcome.RUNNING);
        softly.assertThatCode(() -> FaultBed.within(IDLE_IS_CLOSED).until(() -> wall.openConnections() == 0))
                .as("every upstream connection is closed")
                .doesNotThrowAnyException();
        JarVitals after = JarVitals.of(gateway);
        int upstream = wall.openConnections();
        System.out.printf("Before: %s%nAfter: %s, %d idle upstream connections%n", before, after, upstream);
        for (String type : PER_CALL) {
            softly.assertThat(after.instancesOf(type)).as(type).isLessThanOrEqualTo(STREAMS / 100);
        }
        softly.assertThat(after.threads()).as("threads").isLessThanOrEqualTo(before.threads() + MORE_THREADS);
        softly.assertThat(after.files()).as("files").isLessThanOrEqualTo(before.files() + upstream + MORE_FILES);
        softly.assertThat(after.heapBytes()).as("heap").isLessThanOrEqualTo(before.heapBytes() + MORE_HEAP);
        System.out.println(after.grownSince(before));
        softly.assertThat(gateway.log().lines().filter(line -> line.matches(".*( ERROR |OutOfMemory).*")))
                .as("errors in the log")
                .isEmpty();
    }
}
