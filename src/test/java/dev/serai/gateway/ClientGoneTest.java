/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmComponent;
import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** A client that leaves takes its call with it, whatever phase it is in (H5, E6). */
@ExtendWith(OutputCaptureExtension.class)
class ClientGoneTest {
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final String SLOW = "tokens: 40\nanswer: " + "word ".repeat(40) + "\ntokenDelay: 200ms";
    private static final String STALLED = "[{stallAfter: 2}]";

    /**
     * Where the client leaves.
     *
     * @param awaited what it has read before; null for nothing
     * @param reset   by a TCP reset instead of a close
     */
    record Phase(String name, String script, boolean stream, String awaited, boolean reset) {
        @Override
        public String toString() {
            return name + (reset ? ", reset" : "");
        }
    }

    static Stream<Phase> phases() {
        return Stream.of(false, true)
                .flatMap(reset -> Stream.of(
                        new Phase("before the first token", "[{silence: true}]", true, null, reset),
                        new Phase("before the first token, headers came", "firstTokenDelay: 20s", true, null, reset),
                        new Phase("mid-stream, tokens coming", SLOW, true, "word", reset),
                        new Phase("mid-stream, stalled", STALLED, true, "alpha", reset),
                        new Phase("plain, silent", "[{silence: true}]", false, null, reset),
                        new Phase("plain, being made", SLOW, false, null, reset)));
    }

    @ParameterizedTest
    @MethodSource("phases")
    @DisplayName("H5: the upstream connection is closed within a second, and one record says cancelled")
    void upstreamIsClosed(Phase phase, CapturedOutput output) throws Exception {
        // Given
        FaultBed bed = patient().first(phase.script());
        int before = bed.gateway().recordsAtRest();
        RawClient client = new RawClient(bed.gateway()).send(FaultBed.TASK, phase.stream(), "Hi");
        awaitAsked(bed);
        if (phase.awaited() != null) {
            client.readUntil(phase.awaited());
        }
        // When
        leave(client, phase.reset());
        // Then
        awaitClosedUpstream(bed);
        JsonNode decision = nextRecord(bed, before);
        assertThat(decision.path("outcome").textValue()).isEqualTo("cancelled");
        assertThat(decision.path("errorCode").textValue()).isEqualTo("client_gone");
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(FaultBed.FIRST + " cancelled"));
        assertThat(bed.asked(FaultBed.SECOND)).isEmpty();
        assertThat(bed.gateway().records()).hasSize(before + 1);
        LlmComponent llm = bed.gateway().camel().getComponent("llm", LlmComponent.class);
        FaultBed.within(AT_ONCE).until(() -> bed.activeCalls() == 0 && llm.leasedConnections() == 0);
        assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("\tat ");
    }

    @Test
    @DisplayName("H5: a client that leaves while a retry waits is noticed, and nothing more is asked")
    void duringTheWaitBeforeARetry() throws Exception {
        // Given
        FaultBed bed = patient().first("[{status: 429, headers: {retry-after: '5'}}]");
        int before = bed.gateway().recordsAtRest();
        RawClient client = new RawClient(bed.gateway()).send(FaultBed.ALONE, true, "Hi");
        FaultBed.within(AT_ONCE).until(() -> bed.asked(FaultBed.FIRST).stream()
                .anyMatch(r -> r.outcome() == SimRequest.Outcome.FAULTED));
        // When
        client.close();
        // Then
        JsonNode decision = nextRecord(bed, before);
        assertThat(decision.path("outcome").textValue()).isEqualTo("cancelled");
        assertThat(decision.path("durationMs").longValue()).isLessThan(2500);
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(1);
    }

    @Test
    @DisplayName("H5: 200 calls one after the other on one connection, none taken for a client that left")
    void keepAliveConnectionsAreNotGone() throws Exception {
        // Given
        FaultBed bed = patient();
        try (RawClient client = new RawClient(bed.gateway())) {
            for (int i = 0; i < 200; i++) {
                bed.first(i % 100 == 50 ? "latency: 1200ms" : "{}");
                // When
                String answer =
                        client.send(FaultBed.TASK, i % 3 == 0, "Question " + i).readAnswer();
                // Then
                assertThat(answer).startsWith("HTTP/1.1 200").contains("seven");
            }
        }
    }

    @Test
    @DisplayName("H5: a pipelined next request, even its first byte alone, does not look like a client that left")
    void pipelinedRequestsAreNotGone() throws Exception {
        // Given
        FaultBed bed = patient().first("latency: 1500ms");
        try (RawClient client = new RawClient(bed.gateway())) {
            byte[] next = client.request(FaultBed.TASK, false, "second");
            byte[] rest = new byte[next.length - 1];
            System.arraycopy(next, 1, rest, 0, rest.length);
            // When
            client.send(FaultBed.TASK, false, "first").sendBytes(new byte[] {next[0]});
            String first = client.readAnswer();
            client.sendBytes(rest);
            String second = client.readAnswer();
            // Then
            assertThat(first).startsWith("HTTP/1.1 200");
            assertThat(second).startsWith("HTTP/1.1 200");
            // When
            client.sendBytes(next).sendBytes(next);
            // Then
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
        }
    }

    /** Limits that no test here reaches. */
    private static FaultBed patient() {
        String[] limits = {"deadline: 30s", "firstToken: 25s", "idle: 25s", "attemptTimeout: 25s"};
        return FaultBed.on(FaultBed.setup("{ minimumCalls: 1000, window: 1000 }")
                .task(FaultBed.TASK, FaultBed.FIRST + "," + FaultBed.SECOND, limits)
                .task(FaultBed.ALONE, FaultBed.FIRST, limits));
    }

    static void awaitAsked(FaultBed bed) {
        FaultBed.within(Duration.ofSeconds(5))
                .until(() -> !bed.asked(FaultBed.FIRST).isEmpty());
    }

    static void awaitClosedUpstream(FaultBed bed) {
        FaultBed.within(AT_ONCE)
                .until(() -> bed.asked(FaultBed.FIRST).get(0).outcome() == SimRequest.Outcome.CLIENT_CLOSED);
    }

    static JsonNode nextRecord(FaultBed bed, int before) {
        FaultBed.within(Duration.ofSeconds(3))
                .until(() -> bed.gateway().records().size() > before);
        return bed.gateway().records().get(before);
    }

    private static void leave(RawClient client, boolean reset) throws IOException {
        if (reset) {
            client.reset();
        } else {
            client.close();
        }
    }
}
