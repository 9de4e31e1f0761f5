/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** After the first content a broken stream ends with an error event, never cleanly, and nobody else is asked (H2, H4). */
class FaultAfterContentTest {
    private static final String BROKEN = "provider_unavailable";

    record Fault(String fault, String errorClass, String code) {}

    static Stream<Fault> faults() {
        return Stream.of(
                new Fault("cutAfter: 3", BROKEN, "connection_reset"),
                new Fault("reset: 3", BROKEN, "connection_reset"),
                new Fault("inBandErrorAfter: 3", BROKEN, "server_is_overloaded"),
                new Fault("stallAfter: 3", "deadline_exceeded", "idle_timeout"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("H4: OpenAI door: an error event, no [DONE]")
    void openAiStreamEndsWithAnErrorEvent(Fault fault) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{" + fault.fault() + "}]");
        // When
        GatewayClient.Reply reply =
                assertTimeoutPreemptively(FaultBed.NO_HANG, () -> bed.client().chat(FaultBed.TASK, true));
        // Then
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo("alpha one two");
        assertThat(reply.body()).doesNotContain("[DONE]");
        assertThat(reply.lastEvent().at("/error/message").asText()).isNotBlank();
        broken(bed, reply, fault);
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("H4: Anthropic door: an event of type error, no message_stop")
    void anthropicStreamEndsWithAnErrorEvent(Fault fault) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{" + fault.fault() + "}]");
        // When
        GatewayClient.Reply reply =
                assertTimeoutPreemptively(FaultBed.NO_HANG, () -> bed.client().messages(FaultBed.TASK, true));
        // Then
        assertThat(reply.body()).contains("event: error\n").doesNotContain("message_stop");
        assertThat(reply.lastEvent().path("type").textValue()).isEqualTo("error");
        broken(bed, reply, fault);
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("H4: use-case door: an event error with the class, no done")
    void useCaseStreamEndsWithAnErrorEvent(Fault fault) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("[{" + fault.fault() + "}]");
        // When
        GatewayClient.Reply reply =
                assertTimeoutPreemptively(FaultBed.NO_HANG, () -> bed.client().useCase(FaultBed.TASK, true));
        // Then
        assertThat(reply.body()).contains("event: error\n").doesNotContain("event: done");
        assertThat(reply.lastEvent().at("/error/class").textValue()).isEqualTo(fault.errorClass());
        broken(bed, reply, fault);
    }

    @Test
    @DisplayName("G1: the deadline ends a stream that never pauses long enough for another limit")
    void deadlineEndsAnEndlessStream() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("answer: " + "word ".repeat(200) + "\ntokenDelay: 100ms");
        // When
        GatewayClient.Reply reply =
                assertTimeoutPreemptively(FaultBed.NO_HANG, () -> bed.client().chat(FaultBed.TASK, true));
        // Then
        assertThat(reply.body()).doesNotContain("[DONE]");
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(FaultBed.FIRST + " deadline_exceeded"));
    }

    private static void broken(FaultBed bed, GatewayClient.Reply reply, Fault fault) {
        JsonNode decision = bed.onlyRecord(reply.requestId());
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(FaultBed.FIRST + " " + fault.errorClass()));
        assertThat(decision.path("outcome").textValue()).isEqualTo(fault.errorClass());
        assertThat(decision.path("errorCode").textValue()).isEqualTo(fault.code());
        assertThat(decision.path("status").intValue()).isEqualTo(200);
        assertThat(decision.has("deployment")).isFalse();
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(1);
        assertThat(bed.asked(FaultBed.SECOND)).isEmpty();
    }
}
