/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.apache.camel.Exchange;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmStream;
import dev.serai.llm.Outcome;
import dev.serai.llm.StopReason;
import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What holds of answers that break off: they end with an error, and never as if they were complete (H3). */
final class StreamStatements {
    private static final String ANSWER = "one two three four five six";

    private StreamStatements() {}

    static void reset(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "reset", "headers"));

        assertFailed(call.whole(), ErrorClass.PROVIDER_UNAVAILABLE);
        assertFailed(call.stream(), ErrorClass.PROVIDER_UNAVAILABLE);
    }

    static void cut(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "tokenDelay", "5ms", "cutAfter", "3"));

        assertBrokenOff(call.stream(), "one two three");
        assertFailed(call.whole(), ErrorClass.PROVIDER_UNAVAILABLE);
    }

    /** H7: one event that is none is skipped and counted; an answer that is none is no answer. */
    static void malformed(ContractCall call, Statement statement) throws Exception {
        call.scripted(Map.of("answer", ANSWER, "malformedAt", "3"));

        assertThat(call.stream().text()).isEqualTo(ANSWER);
        try (LlmStream stream = call.open()) {
            while (stream.next() != null) {
                assertThat(stream.progress().skipped()).isLessThanOrEqualTo(1);
            }
            assertThat(stream.progress().skipped()).isEqualTo(1);
        }
        assertFailed(call.whole(), ErrorClass.OUTPUT_INVALID);
    }

    static void noEnd(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "noDone", "true"));

        assertBrokenOff(call.stream(), ANSWER);
    }

    /** H7: what was finished is complete, to a caller of another dialect too. */
    static void optionalEnd(ContractCall call, Statement statement) {
        Outcome outcome = call.scripted(Map.of("answer", ANSWER, "noDone", "true")).stream();

        assertThat(outcome.failure()).isNull();
        assertThat(call.read(outcome, true).text()).isEqualTo(ANSWER);
        assertThat(call.read(outcome, true).stopReason()).isEqualTo(StopReason.STOP);
    }

    static void inBandError(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "inBandErrorAfter", "2"));
        assertBrokenOff(call.stream(), "one two");

        call.scripted(Map.of("answer", ANSWER, "inBandErrorAfter", "0"));
        Outcome early = call.stream();
        assertFailed(early, ErrorClass.PROVIDER_UNAVAILABLE);
        assertThat(early.bytes()).as("nothing was sent that would commit to it").isEmpty();
    }

    static void inBandWhole(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "inBandErrorAfter", "2"));

        assertFailed(call.whole(), ErrorClass.PROVIDER_UNAVAILABLE);
    }

    static void noAnswer(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "inBandErrorAfter", "2"));

        assertFailed(call.whole(), ErrorClass.OUTPUT_INVALID);
    }

    static void slowFirstToken(ContractCall call, Statement statement) {
        call.scripted(Map.of("firstTokenDelay", "1m"));

        LlmException failure = call.stream("&firstTokenTimeout=100").failure();

        assertThat(failure.errorClass()).isEqualTo(ErrorClass.DEADLINE_EXCEEDED);
        assertThat(failure.code()).isEqualTo("first_token_timeout");
        gone(call, Duration.ofSeconds(1));
    }

    static void slowStream(ContractCall call, Statement statement) {
        call.scripted(Map.of("answer", ANSWER, "stallAfter", "2"));

        Outcome outcome = call.stream("&idleTimeout=100");

        assertThat(outcome.text().strip()).isEqualTo("one two");
        assertThat(outcome.failure().errorClass()).isEqualTo(ErrorClass.DEADLINE_EXCEEDED);
        assertThat(outcome.failure().code()).isEqualTo("idle_timeout");
        gone(call, Duration.ofSeconds(1));
    }

    static void cancel(ContractCall call, Statement statement) throws Exception {
        call.scripted(Map.of("answer", ANSWER, "stallAfter", "2"));
        try (LlmStream stream = call.open()) {
            assertThat(stream.next()).isNotNull();
        }
        gone(call, Duration.ofSeconds(1));

        call.scripted(Map.of("silence", "true"));
        LlmRequest request = call.request(false);
        CompletableFuture<Exchange> running = call.start(request);
        await().until(() -> call.seen().size() == 1);
        request.cancellation()
                .cancel(LlmException.of(ErrorClass.CANCELLED)
                        .reason("no longer wanted")
                        .build());
        gone(call, Duration.ofSeconds(1));
        assertThat(Outcome.of(running.get()).failure().errorClass()).isEqualTo(ErrorClass.CANCELLED);
    }

    private static void gone(ContractCall call, Duration within) {
        await().pollInterval(Duration.ofMillis(10))
                .atMost(within)
                .untilAsserted(() -> assertThat(call.last().outcome()).isEqualTo(SimRequest.Outcome.CLIENT_CLOSED));
    }

    private static void assertBrokenOff(Outcome outcome, String text) {
        assertFailed(outcome, ErrorClass.PROVIDER_UNAVAILABLE);
        assertThat(outcome.text().strip()).isEqualTo(text);
    }

    private static void assertFailed(Outcome outcome, ErrorClass errorClass) {
        assertThat(outcome.failure()).isNotNull();
        assertThat(outcome.failure().errorClass()).isEqualTo(errorClass);
    }
}
