/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.serai.llm.Dialect;
import dev.serai.llm.ExpectedAnswer;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SimFaultTest extends SimBed {
    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void refusal(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("refusal", "true"));
        boolean saysSo = dialect != Dialect.COHERE_CHAT && dialect != Dialect.OLLAMA_CHAT;

        // When
        SimClient.Events events = client.stream(client.request(true));
        ExpectedAnswer whole = client.answer(client.request(false));

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.answer().refused()).isEqualTo(saysSo);
        assertThat(whole.refused()).isEqualTo(saysSo);
        assertThat(whole.text()).isEqualTo(events.answer().text());
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void resetBeforeHeaders(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("reset", "headers"));

        // When
        try (Socket socket = client.open(client.request(true))) {
            // Then
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        ended(Outcome.FAULTED, 0);
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void resetAfterTokens(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("reset", "2", "tokenDelay", "5ms"));

        // When
        try (Socket socket = client.open(client.request(true))) {
            // Then
            assertThatThrownBy(() -> socket.getInputStream().readAllBytes()).isInstanceOf(SocketException.class);
        }
        ended(Outcome.FAULTED, 2);
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void cutWithoutAProperEnd(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("cutAfter", "3", "answer", "one two three four five six"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String raw;
        try (Socket socket = client.open(client.request(true))) {
            raw = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        // Then
        assertThat(events.failure()).isInstanceOf(IOException.class);
        // the JDK's client may drop what it had read when the connection breaks: the bare socket shows what was sent
        assertThat(raw)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("three")
                .endsWith("\r\n")
                .doesNotContain("four", "\r\n0\r\n");
        assertThatThrownBy(() -> client.post(client.request(false))).isInstanceOf(IOException.class);
        ended(Outcome.FAULTED, 3);
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void stallAfterTokens(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("stallAfter", "2"));

        // When
        Socket socket = client.open(client.request(true));

        // Then
        await().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
            SimRequest request = server.journal().requests("m").get(0);
            assertThat(request.tokensSent()).isEqualTo(2);
            assertThat(request.outcome()).isEqualTo(Outcome.RUNNING);
        });
        socket.close();
        ended(Outcome.CLIENT_CLOSED, 2);
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void oneMalformedEvent(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("malformedAt", "2"));

        // When
        SimClient.Events events = client.stream(client.request(true));
        String whole = client.post(client.request(false)).body();

        // Then
        long broken =
                events.data().stream().filter(data -> data.endsWith("\"del")).count();
        assertThat(events.failure()).isNull();
        assertThat(broken).isEqualTo(1);
        assertThat(events.raw()).contains(client.endMark());
        assertThat(server.journal().requests("m").get(0).tokensSent()).isEqualTo(6);
        assertThatThrownBy(() -> SimClient.json(whole)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void cleanEndWithoutTheLastEvent(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("noDone", "true"));

        // When
        SimClient.Events events = client.stream(client.request(true));

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.words()).isEqualTo(6);
        assertThat(events.raw()).doesNotContain(client.endMark());
        ended(Outcome.FAULTED, 6);
    }

    static Stream<Arguments> interruptions() {
        return SimClient.spoken().flatMap(dialect -> Stream.of(0, 2).map(after -> Arguments.of(dialect, after)));
    }

    @ParameterizedTest
    @MethodSource("interruptions")
    void anErrorEventInTheStream(Dialect dialect, int after) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("inBandErrorAfter", "" + after));

        // When
        SimClient.Events events = client.stream(client.request(true));
        ExpectedAnswer whole = client.answer(client.request(false));

        // Then
        assertThat(events.failure()).isNull();
        assertThat(events.response().statusCode()).isEqualTo(200);
        assertThat(events.answer().error()).isTrue();
        assertThat(events.words()).isEqualTo(after);
        assertThat(events.raw()).doesNotContain(client.endMark());
        assertThat(whole.error()).isTrue();
        assertThat(server.journal().requests("m"))
                .extracting(SimRequest::status)
                .containsExactly(200, 200);
    }

    @ParameterizedTest
    @MethodSource("dev.serai.llm.provider.sim.SimClient#spoken")
    void attemptsAreCountedPerMount(Dialect dialect) throws Exception {
        // Given
        SimClient client = sixWords(dialect, Map.of("failFirst", "2", "status", "503"));
        server.mount("other", SimScript.of(Map.of("failFirst", "1")));
        SimClient other = new SimClient(server, "other", dialect);

        // When / Then
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(503);
        assertThat(other.post(client.request(false)).statusCode()).isEqualTo(500);
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(503);
        assertThat(client.post(client.request(false)).statusCode()).isEqualTo(200);
        assertThat(server.journal().requests("m"))
                .extracting(SimRequest::attempt)
                .containsExactly(1, 2, 3);
    }
}
