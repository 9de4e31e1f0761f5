/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.OutageDrill.Report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * The sixteen faults that a gateway is judged by, against a gateway over sockets and servers of OpenAI's chat API: how often
 * each of them was asked, and what the client got.
 */
abstract class FaultSuite {
    private static final Duration NO_HANG = Duration.ofSeconds(15);
    private static final String LIMITED = "rate_limited";
    private static final String DOWN = "provider_unavailable";
    private static final String TIMEOUT = "deadline_exceeded";
    /** No attempt fails. */
    private static final String NONE = null;

    /**
     * A fault of the first server, of which the client notices nothing.
     *
     * @param failure what the record says of each attempt that failed
     * @param first   how often the first server is asked
     * @param second  how often the second is; 0 where the first answers after all
     */
    record Fault(String name, boolean stream, String script, String failure, int first, int second) {
        /** Under any other policy the client has seen a stream that breaks in its middle. */
        String task() {
            return name.matches("[89]:.*") ? FaultWall.BUFFERED : FaultWall.TASK;
        }

        List<String> attempts() {
            List<String> attempts = new ArrayList<>(Collections.nCopies(first + second - 1, failure));
            attempts.add("ok");
            return attempts;
        }

        @Override
        public String toString() {
            return name + (stream ? ", streamed" : ", plain");
        }
    }

    static Stream<Fault> faults() {
        return Stream.of(
                        both(
                                "1: 429 with Retry-After 2",
                                once("status: 429, headers: {retry-after: '2'}"),
                                LIMITED,
                                1,
                                1),
                        both("2: 429 for ever", always("status: 429"), LIMITED, 2, 1),
                        both("3: 500 once", once("status: 500"), DOWN, 2, 0),
                        both("4: 503 for ever", always("status: 503"), DOWN, 2, 1),
                        both("5: reset before headers", always("reset: headers"), DOWN, 2, 1),
                        both("6: silence", always("silence: true"), TIMEOUT, 1, 1),
                        both("7: first token after 20 s", "firstTokenDelay: 20s", TIMEOUT, 1, 1),
                        both("8: cut after 40 of 60 tokens", always("cutAfter: 40"), DOWN, 2, 1),
                        both("9: stall after 20 tokens", always("stallAfter: 20"), TIMEOUT, 1, 1),
                        Stream.of(
                                new Fault("10: malformed event", true, always("malformedAt: 20"), NONE, 1, 0),
                                new Fault(
                                        "10: malformed body",
                                        false,
                                        always("malformedAt: 20"),
                                        "output_invalid",
                                        1,
                                        1)),
                        both("11: no [DONE]", always("noDone: true"), NONE, 1, 0),
                        both(
                                "12: context length, a larger window",
                                always("contextLength: true"),
                                "context_overflow",
                                1,
                                1))
                .flatMap(faults -> faults);
    }

    abstract GatewayClient client() throws Exception;

    abstract JsonNode awaitRecord(String requestId);

    /** The outage that {@link #outage} plays on this gateway. */
    abstract OutageDrill drill() throws Exception;

    @BeforeEach
    void bothServersAnswer() {
        FaultWall.reset();
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("F2 H2 H6: the client gets a complete answer, and nobody is hammered")
    void isInvisible(Fault fault) throws Exception {
        // Given
        FaultWall.first(fault.script());
        // When
        GatewayClient.Reply reply = ask(fault.task(), fault.stream());
        JsonNode decision = awaitRecord(reply.requestId());
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo(fault.second() == 0 ? FaultWall.FIRST_ANSWER : FaultWall.SECOND_ANSWER);
        assertThat(reply.isDone()).isEqualTo(fault.stream());
        assertThat(decision.path("attempts").findValuesAsText("outcome")).isEqualTo(fault.attempts());
        asked(fault.first(), fault.second());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cutAfter: 40", "stallAfter: 20"})
    @DisplayName("8, 9: a stream that is not buffered ends with an error event, never cleanly (H4)")
    void brokenStream(String fault) throws Exception {
        // Given
        FaultWall.first(always(fault));
        // When
        GatewayClient.Reply reply = ask(FaultWall.TASK, true);
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(FaultWall.FIRST_ANSWER).startsWith(reply.text());
        assertThat(reply.lastEvent().at("/error/message").asText()).isNotBlank();
        assertThat(reply.body()).doesNotContain("[DONE]");
        asked(1, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("12: context length where no window is larger: one clean 400 (F2)")
    void contextLength(boolean stream) throws Exception {
        // Given
        FaultWall.second(always("contextLength: true"));
        // When
        GatewayClient.Reply reply = ask(FaultWall.LARGE_FIRST, stream);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().at("/error/code").textValue()).isEqualTo("context_length_exceeded");
        asked(0, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("13: content filter: its reason reaches the client, and nobody else is asked (F2)")
    void contentFilter(boolean stream) throws Exception {
        // Given
        FaultWall.first(always("contentFilter: true"));
        // When
        GatewayClient.Reply reply = ask(FaultWall.TASK, stream);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().at("/error/message").textValue()).contains("rejected as a result of our safety system");
        assertThat(awaitRecord(reply.requestId()).path("outcome").textValue()).isEqualTo("policy_rejection");
        asked(1, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("14: the fallback refuses what the first accepted: the first is asked again (F2)")
    void fallbackRefuses(boolean stream) throws Exception {
        // Given
        FaultWall.first("attempts: [{status: 503}, {cutAfter: 0}]");
        FaultWall.second(always("status: 400"));
        // When
        GatewayClient.Reply reply = ask(FaultWall.TASK, stream);
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo(FaultWall.FIRST_ANSWER);
        asked(3, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("14: and where the first stays down, the client hears of that, not of the fallback's refusal (F2)")
    void fallbackRefusesAndFirstIsDown(boolean stream) throws Exception {
        // Given
        FaultWall.first(always("status: 503"));
        FaultWall.second(always("status: 400"));
        // When
        GatewayClient.Reply reply = ask(FaultWall.TASK, stream);
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(awaitRecord(reply.requestId()).path("outcome").textValue()).isEqualTo("provider_unavailable");
        asked(3, 1);
    }

    @Test
    @DisplayName(
            "15: an outage: served throughout, the circuit opens, few wasted attempts, and the first is back soon (J1)")
    void outage() throws Exception {
        // Given
        OutageDrill drill = drill();
        // When
        Report report = drill.play(client());
        // Then
        System.out.println("Outage: " + report);
        assertThat(report.replies()).allMatch(reply -> reply.status() == 200).allMatch(reply -> reply.text()
                .endsWith(" word"));
        assertThat(report.wasted()).isBetween(5, 8);
        assertThat(report.back()).isLessThanOrEqualTo(drill.backWithin());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("16: accounting: the answering model and its usage are reported, failures are no completions (L1)")
    void accounting(boolean stream) throws Exception {
        // Given
        FaultWall.first(always("cutAfter: 40"));
        // When
        GatewayClient.Reply reply = ask(FaultWall.BUFFERED, stream);
        JsonNode decision = awaitRecord(reply.requestId());
        // Then
        JsonNode answer = stream ? reply.events().get(0) : reply.json();
        assertThat(answer.path("model").textValue()).isEqualTo(FaultWall.SECOND_MODEL);
        assertThat(decision.path("deployment").textValue()).isEqualTo(FaultWall.SECOND);
        assertThat(decision.at("/usage/output").intValue()).isEqualTo(60);
        assertThat(decision.at("/attempts/2/model").textValue()).isEqualTo(FaultWall.SECOND_MODEL);
        assertThat(decision.at("/attempts/2/usage/output").intValue()).isEqualTo(60);
        for (int broken = 0; broken < 2; broken++) {
            // a provider charges for what it had streamed by then, and does not say how much that was
            JsonNode attempt = decision.path("attempts").path(broken);
            assertThat(attempt.path("outcome").textValue()).isEqualTo("provider_unavailable");
            assertThat(attempt.has("usage")).isEqualTo(stream);
            assertThat(attempt.path("usageEstimated").booleanValue()).isEqualTo(stream);
        }
        asked(2, 1);
    }

    private GatewayClient.Reply ask(String task, boolean stream) {
        return assertTimeoutPreemptively(NO_HANG, () -> client().chat(task, stream));
    }

    private static void asked(int first, int second) {
        assertThat(FaultWall.asked(FaultWall.FIRST)).as("asked the first").hasSize(first);
        assertThat(FaultWall.asked(FaultWall.SECOND)).as("asked the second").hasSize(second);
    }

    private static String always(String fault) {
        return FaultWall.always(fault);
    }

    private static String once(String fault) {
        return FaultWall.once(fault);
    }

    private static Stream<Fault> both(String name, String script, String failure, int first, int second) {
        return Stream.of(
                new Fault(name, false, script, failure, first, second),
                new Fault(name, true, script, failure, first, second));
    }
}
