/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Patterns that race, with streams that break: the task's interruption policy holds for the race's answer (H6, I2, I3). */
@Tag("soak")
class RaceInterruptionSoakTest {
    private static final String DOWN = "provider_unavailable";
    private static final String ALWAYS_CUT = "attempts: [{cutAfter: 2}]\nrepeatLast: true";
    private static final String SLOW = "latency: 8s";

    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        GatewayUnderTest.Builder setup = PatternBed.setup();
        for (String policy : new String[] {"restart", "buffer"}) {
            String contract = "maxAttempts: 6, firstToken: 9s, attemptTimeout: 9s, idle: 2s, interruption: " + policy;
            task(setup, "hedge-" + policy, contract, "kamelet:hedge?primary=alpha&hedge=beta&after=400ms&budget=1");
            task(setup, "parallel-" + policy, contract, "kamelet:parallel?deployments=alpha,beta");
        }
        String tracked = "maxAttempts: 4, interruption: buffer";
        task(setup, "tracked", tracked, "kamelet:hedge?primary=alpha&hedge=beta&after=p95&budget=1");
        bed = PatternBed.on(setup);
    }

    private static void task(GatewayUnderTest.Builder setup, String name, String contract, String uri) {
        setup.file("routes/tasks/" + name + ".yaml", PatternBed.task(name, contract, uri));
    }

    @ParameterizedTest
    @CsvSource({"hedge, cutAfter", "hedge, stallAfter", "parallel, cutAfter", "parallel, stallAfter"})
    @DisplayName("H6 I3: restart: when the winner's stream breaks, the one that had merely been slower is asked again")
    void theLoserIsAskedAgain(String pattern, String fault) throws Exception {
        // Given: beta is slower twice at most, and then answers
        bed.script(PatternBed.ALPHA, "latency: 900ms\nattempts: [{" + fault + ": 2}]\nrepeatLast: true");
        bed.script(PatternBed.BETA, "attempts: [{latency: 8s}]");
        // When
        GatewayClient.Reply reply = bed.client().useCase(pattern + "-restart", true);
        JsonNode decision = bed.recordOf(reply);
        // Then
        String[] parts = reply.body().split("event: restart\n", -1);
        assertThat(parts).as(reply.body()).hasSize(2);
        assertThat(parts[0]).contains("alpha").doesNotContain("beta");
        assertThat(parts[1]).contains("beta").doesNotContain("alpha").containsOnlyOnce("event: done\n");
        assertThat(decision.path("outcome").textValue()).isEqualTo("ok");
        assertThat(decision.path("deployment").textValue()).isEqualTo(PatternBed.BETA);
        assertThat(decision.path("interruption").textValue()).isEqualTo("restart");
        assertThat(FaultBed.attempts(decision)).contains("beta lost", "beta ok");
        assertThat(decision.at("/attempts/0/discardedChars").intValue()).isEqualTo("alpha says".length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hedge", "parallel"})
    @DisplayName(
            "H6 F4: restart: where every stream breaks, the race ends with an error event, within the cap on attempts")
    void everyStreamBreaks(String pattern) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, ALWAYS_CUT).script(PatternBed.BETA, ALWAYS_CUT);
        // When
        GatewayClient.Reply reply = bed.client().useCase(pattern + "-restart", true);
        JsonNode decision = bed.recordOf(reply);
        // Then
        assertThat(reply.lastEvent().at("/error/class").textValue()).isEqualTo(DOWN);
        assertThat(reply.body()).doesNotContain("event: done");
        assertThat(decision.path("outcome").textValue()).isEqualTo(DOWN);
        assertThat(decision.path("attempts").size()).isBetween(2, 6);
        assertThat(FaultBed.attempts(decision).toString()).doesNotContain("running");
    }

    @ParameterizedTest
    @CsvSource({"hedge, true", "hedge, false", "parallel, true", "parallel, false"})
    @DisplayName("H6 I2: buffer: a lane whose answer breaks does not win, and the client sees nothing of it")
    void aBrokenAnswerDoesNotWin(String pattern, boolean stream) throws Exception {
        // Given: alpha's first content comes first
        bed.script(PatternBed.ALPHA, "latency: 600ms\n" + ALWAYS_CUT).script(PatternBed.BETA, "latency: 1500ms");
        // When
        GatewayClient.Reply reply = bed.client().chat(pattern + "-buffer", stream);
        JsonNode decision = bed.recordOf(reply);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        assertThat(reply.isDone()).isEqualTo(stream);
        assertThat(decision.path("deployment").textValue()).isEqualTo(PatternBed.BETA);
        assertThat(FaultBed.attempts(decision)).contains("alpha " + DOWN, "beta ok");
    }

    @ParameterizedTest
    @CsvSource({"hedge, true", "hedge, false", "parallel, true", "parallel, false"})
    @DisplayName(
            "H6 I2 I8: buffer: the first whole answer wins; the other, whose content had begun, is closed and lost")
    void theFirstWholeAnswerWins(String pattern, boolean stream) throws Exception {
        // Given: alpha begins first, and would end last
        bed.script(PatternBed.ALPHA, "tokenDelay: 3s").script(PatternBed.BETA, "latency: 300ms");
        // When
        GatewayClient.Reply reply = bed.client().chat(pattern + "-buffer", stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        bed.awaitAborted(PatternBed.ALPHA);
        JsonNode decision = bed.recordOf(reply);
        assertThat(FaultBed.attempts(decision)).containsExactlyInAnyOrder("alpha lost", "beta ok");
        assertThat(decision.has("interruption")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"hedge, true", "hedge, false", "parallel, true", "parallel, false"})
    @DisplayName("H6 H1: buffer: where every answer breaks the client gets a real status")
    void everyAnswerBreaks(String pattern, boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, ALWAYS_CUT).script(PatternBed.BETA, ALWAYS_CUT);
        // When
        GatewayClient.Reply reply = bed.client().chat(pattern + "-buffer", stream);
        // Then
        assertThat(reply.status()).isEqualTo(503);
        List<String> attempts = FaultBed.attempts(bed.recordOf(reply));
        assertThat(attempts).contains("alpha " + DOWN, "beta " + DOWN).hasSizeLessThanOrEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({"hedge-restart, false", "parallel-restart, false", "hedge-restart, true", "parallel-restart, true"})
    @DisplayName("H6: restart: nothing breaks: the race's winner is the answer, plain and streamed")
    void nothingBreaks(String task, boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, SLOW);
        // When
        GatewayClient.Reply reply = bed.client().chat(task, stream);
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        JsonNode decision = bed.recordOf(reply);
        assertThat(FaultBed.attempts(decision))
                .as(decision.toString())
                .containsExactlyInAnyOrder("alpha lost", "beta ok");
    }

    @Test
    @DisplayName("G3 H6: buffer: the tracked delay is that of whole answers, since they decide the race")
    void trackedDelay() throws Exception {
        // Given: the first content comes at once, the whole answer after 600 ms
        bed.script(PatternBed.ALPHA, "tokenDelay: 300ms");
        for (int i = 0; i < 25; i++) {
            bed.client().chatAsync("tracked", true, "Question " + i).get();
        }
        bed.gateway().recordsAtRest();
        bed.gateway().journal().clear();
        bed.script(PatternBed.ALPHA, "tokenDelay: 100ms");
        // When
        GatewayClient.Reply reply = bed.client().chat("tracked", true);
        // Then
        assertThat(reply.text()).isEqualTo("alpha says so");
        assertThat(bed.asked(PatternBed.BETA)).isEmpty();
    }
}
