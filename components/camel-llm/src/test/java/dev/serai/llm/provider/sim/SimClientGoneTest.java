/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A client that leaves is noticed within a second in whatever the server waits for. */
class SimClientGoneTest extends SimBed {
    static Stream<Arguments> phases() {
        return Stream.of(Dialect.values())
                .flatMap(dialect -> Stream.of(true, false).flatMap(stream -> Stream.of(
                                Map.of("latency", "1m"),
                                Map.of("silence", "true"),
                                Map.of("firstTokenDelay", "1m"),
                                Map.of("tokenDelay", "1m"),
                                Map.of("stallAfter", "3"))
                        .map(options -> Arguments.of(dialect, stream, options))));
    }

    @ParameterizedTest
    @MethodSource("phases")
    void closeIsNoticed(Dialect dialect, boolean stream, Map<String, String> options) throws Exception {
        // Given
        server.mount("m", SimScript.of(options));
        SimClient client = new SimClient(server, "m", dialect);
        Socket socket = client.open(client.request(stream));
        boolean answers = options.containsKey("stallAfter")
                || stream && !options.containsKey("latency") && !options.containsKey("silence");
        if (answers) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        await().atMost(Duration.ofSeconds(5))
                .until(() -> server.journal().requests("m").size() == 1);

        // When
        socket.close();

        // Then
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    assertThat(server.journal().requests("m").get(0).outcome()).isEqualTo(Outcome.CLIENT_CLOSED);
                    assertThat(server.journal().openConnections()).isZero();
                });
    }

    @ParameterizedTest
    @MethodSource("phases")
    void aResetIsNoticed(Dialect dialect, boolean stream, Map<String, String> options) throws Exception {
        // Given
        server.mount("m", SimScript.of(options));
        SimClient client = new SimClient(server, "m", dialect);
        Socket socket = client.open(client.request(stream));
        await().atMost(Duration.ofSeconds(5))
                .until(() -> server.journal().requests("m").size() == 1);

        // When
        socket.setSoLinger(true, 0);
        socket.close();

        // Then
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(1))
                .until(() -> server.journal().requests("m").get(0).outcome() == Outcome.CLIENT_CLOSED);
    }

    @ParameterizedTest
    @MethodSource("phases")
    void aPipelinedRequestHidesNothing(Dialect dialect, boolean stream, Map<String, String> options) throws Exception {
        // Given
        server.mount("m", SimScript.of(options));
        SimClient client = new SimClient(server, "m", dialect);
        ObjectNode request = client.request(stream);
        Socket socket = client.open(request);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> server.journal().requests("m").size() == 1);

        // When
        socket.getOutputStream().write("POST /m/v1/messages HTTP/1.1\r\n\r\n".getBytes());
        socket.close();

        // Then
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(1))
                .until(() -> server.journal().requests("m").get(0).outcome() == Outcome.CLIENT_CLOSED);
    }

    @ParameterizedTest
    @MethodSource("phases")
    void closingTheServerEndsEverything(Dialect dialect, boolean stream, Map<String, String> options) throws Exception {
        // Given
        server.mount("m", SimScript.of(options));
        SimClient client = new SimClient(server, "m", dialect);
        Socket socket = client.open(client.request(stream));
        await().atMost(Duration.ofSeconds(5))
                .until(() -> server.journal().requests("m").size() == 1);

        // When
        server.close();

        // Then
        try (InputStream in = socket.getInputStream()) {
            in.readAllBytes();
        }
        await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> {
            assertThat(server.journal().openConnections()).isZero();
            assertThat(server.journal().requests("m").get(0).outcome()).isEqualTo(Outcome.FAULTED);
        });
    }
}
