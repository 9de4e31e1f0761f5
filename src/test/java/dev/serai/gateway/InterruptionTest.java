/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** H6: a task says what becomes of a stream that breaks after its first content. */
class InterruptionTest {
    private static final String A = FaultBed.FIRST + " ";
    private static final String B = FaultBed.SECOND + " ";
    private static final String DOWN = "provider_unavailable";
    private static final String ALWAYS_CUT = always("cutAfter: 3");

    record Fault(String fault, List<String> attempts) {}

    static Stream<Fault> faults() {
        List<String> twiceThenHop = List.of(A + DOWN, A + DOWN, B + "ok");
        return Stream.of(
                new Fault("cutAfter: 3", twiceThenHop),
                new Fault("reset: 3", twiceThenHop),
                new Fault("inBandErrorAfter: 3", twiceThenHop),
                new Fault("stallAfter: 3", List.of(A + "deadline_exceeded", B + "ok")));
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("H6: buffer: a broken stream falls over, and the client sees nothing of it")
    void bufferIsInvisible(Fault fault) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(always(fault.fault()));
        // When
        GatewayClient.Reply reply = ask(() -> bed.client().chat(FaultBed.BUFFERED, true));
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.text()).isEqualTo(FaultBed.SECOND_ANSWER);
        assertThat(reply.isDone()).isTrue();
        assertThat(FaultBed.attempts(decision)).isEqualTo(fault.attempts());
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(fault.attempts().size() - 1);
        assertThat(decision.path("outcome").textValue()).isEqualTo("ok");
        assertThat(decision.path("interruption").textValue()).isEqualTo("buffer");
        assertThat(decision.at("/attempts/0/discardedChars").intValue()).isEqualTo("alpha one two".length());
        assertThat(decision.path("attempts").path(fault.attempts().size() - 1).has("discardedChars"))
                .isFalse();
    }

    @Test
    @DisplayName("H6: buffer: the events are those of the door's dialect")
    void bufferInEachDialect() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(ALWAYS_CUT);
        // When
        GatewayClient.Reply anthropic = bed.client().messages(FaultBed.BUFFERED, true);
        GatewayClient.Reply useCase = bed.client().useCase(FaultBed.BUFFERED, true);
        // Then
        assertThat(anthropic.body())
                .doesNotContain("alpha")
                .contains("sieben")
                .containsOnlyOnce("event: message_start\n")
                .containsOnlyOnce("event: message_stop\n");
        assertThat(useCaseText(useCase.events())).isEqualTo(FaultBed.SECOND_ANSWER);
        assertThat(useCase.body()).containsOnlyOnce("event: start\n").containsOnlyOnce("event: done\n");
    }

    @Test
    @DisplayName("H6 H1: buffer: where every stream breaks the client gets a real status")
    void bufferRefuses() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(ALWAYS_CUT).second(ALWAYS_CUT);
        // When
        GatewayClient.Reply reply = ask(() -> bed.client().chat(FaultBed.BUFFERED, true));
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.contentType()).startsWith("application/json");
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(A + DOWN, A + DOWN, B + DOWN, B + DOWN));
    }

    @Test
    @DisplayName("H6 O2: buffer: a streamed answer that breaks the task's schema is replaced unseen")
    void bufferChecksTheSchema() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first("answer: '{\"sum\": \"three\"}'").second("answer: '{\"sum\": 3}'");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.BUFFERED_JSON, true);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.text()).isEqualTo("{\"sum\": 3}");
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(A + "output_invalid", B + "ok"));
        assertThat(decision.at("/attempts/0/code").textValue()).isEqualTo("schema_violation");
        assertThat(decision.path("interruption").textValue()).isEqualTo("buffer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cutAfter: 3", "reset: 3", "inBandErrorAfter: 3", "stallAfter: 3"})
    @DisplayName("H6: restart: the client of the use-case door is told to discard, and gets another answer whole")
    void restart(String fault) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(always(fault));
        // When
        GatewayClient.Reply reply = ask(() -> bed.client().useCase(FaultBed.RESTARTED, true));
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        String[] parts = reply.body().split("event: restart\n", -1);
        assertThat(parts).hasSize(2);
        assertThat(parts[0]).startsWith("event: start\n").contains("alpha").doesNotContain("event: done");
        assertThat(parts[1]).startsWith("data: {\"id\":\"" + reply.requestId() + "\",\"generation\":2}\n\n");
        assertThat(useCaseText(eventsOf(reply, parts[1]))).isEqualTo(FaultBed.SECOND_ANSWER);
        assertThat(reply.body()).containsOnlyOnce("event: done\n").doesNotContain("event: error");
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(1);
        assertThat(bed.asked(FaultBed.SECOND)).hasSize(1);
        assertThat(decision.path("outcome").textValue()).isEqualTo("ok");
        assertThat(decision.path("interruption").textValue()).isEqualTo("restart");
        assertThat(decision.path("deployment").textValue()).isEqualTo(FaultBed.SECOND);
        assertThat(decision.at("/attempts/0/discardedChars").intValue()).isEqualTo("alpha one two".length());
    }

    @Test
    @DisplayName("H6 F4: restart: within the cap on attempts; then the stream ends with an error event")
    void restartsWithinTheCap() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(ALWAYS_CUT).second(ALWAYS_CUT);
        // When
        GatewayClient.Reply reply = ask(() -> bed.client().useCase(FaultBed.RESTARTED, true));
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.lastEvent().at("/error/class").textValue()).isEqualTo(DOWN);
        assertThat(reply.body()).contains("\"generation\":4").doesNotContain("event: done");
        assertThat(FaultBed.attempts(decision)).isEqualTo(List.of(A + DOWN, B + DOWN, A + DOWN, B + DOWN));
        assertThat(decision.path("attempts").findValues("discardedChars")).hasSize(3);
    }

    @Test
    @DisplayName(
            "H6 G2: restart: a deployment that fell silent is not asked again: where it is the only one, an error event")
    void restartFindsNobody() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(always("stallAfter: 3")).second("[{status: 400}]");
        // When
        GatewayClient.Reply reply = ask(() -> bed.client().useCase(FaultBed.RESTARTED, true));
        // Then
        assertThat(reply.body()).doesNotContain("event: restart").doesNotContain("event: done");
        assertThat(reply.lastEvent().at("/error/class").textValue()).isEqualTo("deadline_exceeded");
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(A + "deadline_exceeded", B + "invalid_request"));
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(1);
    }

    @Test
    @DisplayName("H6: restart: an SDK that cannot be told gets an error event, and never two answers in one")
    void restartInVendorsDialects() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh().first(ALWAYS_CUT);
        // When
        GatewayClient.Reply openAi = bed.client().chat(FaultBed.RESTARTED, true);
        GatewayClient.Reply anthropic = bed.client().messages(FaultBed.RESTARTED, true);
        // Then
        assertThat(openAi.text()).isEqualTo("alpha one two");
        assertThat(openAi.lastEvent().has("error")).isTrue();
        assertThat(anthropic.body()).contains("event: error\n").doesNotContain("message_stop");
        assertThat(bed.asked(FaultBed.SECOND)).isEmpty();
        assertThat(bed.onlyRecord(openAi.requestId()).path("interruption").textValue())
                .isEqualTo("error");
    }

    @ParameterizedTest
    @ValueSource(strings = {FaultBed.BUFFERED, FaultBed.RESTARTED})
    @DisplayName("H6: an answer that does not break is the same under every policy, and so is one that is not streamed")
    void nothingBreaks(String task) throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh();
        // When
        GatewayClient.Reply streamed = bed.client().chat(task, true);
        GatewayClient.Reply plain = bed.client().chat(task, false);
        // Then
        assertThat(streamed.text()).isEqualTo(FaultBed.FIRST_ANSWER);
        assertThat(streamed.isDone()).isTrue();
        assertThat(plain.text()).isEqualTo(FaultBed.FIRST_ANSWER);
        assertThat(bed.onlyRecord(streamed.requestId()).has("interruption")).isFalse();
        assertThat(bed.onlyRecord(plain.requestId()).has("interruption")).isFalse();
    }

    private static String always(String fault) {
        return "attempts: [{" + fault + "}]\nrepeatLast: true";
    }

    private static GatewayClient.Reply ask(ThrowingSupplier<GatewayClient.Reply> call) {
        return assertTimeoutPreemptively(FaultBed.NO_HANG, call);
    }

    private static List<JsonNode> eventsOf(GatewayClient.Reply reply, String body) throws Exception {
        return new GatewayClient.Reply(reply.status(), reply.requestId(), null, reply.contentType(), body).events();
    }

    private static String useCaseText(List<JsonNode> events) {
        List<String> text = new ArrayList<>();
        events.forEach(event -> text.add(event.path("text").asText("")));
        return String.join("", text);
    }
}
