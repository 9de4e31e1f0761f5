/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.serai.llm.CallSettings;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** One attempt, one entry in the timer, and none once it has ended (G1). */
class WatchdogTest {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final CompletableFuture<LlmException> expired = new CompletableFuture<>();

    @BeforeEach
    void asCamelMakesThem() {
        timer.setRemoveOnCancelPolicy(true);
    }

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void leavesNothingInTheTimerWhenItStops() {
        // Given
        Watchdog watchdog = start(Duration.ofMinutes(1), Duration.ofMinutes(1));
        watchdog.pause();
        watchdog.resume();
        watchdog.pause();
        watchdog.restart(Duration.ofSeconds(30));
        int whileRunning = timer.getQueue().size();
        // When
        watchdog.stop();
        watchdog.restart(Duration.ofSeconds(30));
        // Then
        assertThat(whileRunning).isEqualTo(1);
        assertThat(timer.getQueue()).isEmpty();
    }

    @Test
    void theIdleLimitHoldsAfterAPauseOfAnyLength() throws Exception {
        // Given
        Watchdog watchdog = start(Duration.ofMinutes(1), Duration.ofMillis(150));
        long began = System.nanoTime();
        watchdog.pause();
        // When
        watchdog.resume();
        // Then
        assertThat(expired.get(5, TimeUnit.SECONDS).code()).isEqualTo("idle_timeout");
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(150_000_000L);
    }

    @Test
    void theFirstTokenLimitIsNamed() throws Exception {
        // When
        start(Duration.ofMillis(50), Duration.ofMinutes(1));
        // Then
        assertThat(expired.get(5, TimeUnit.SECONDS).code()).isEqualTo("first_token_timeout");
    }

    private Watchdog start(Duration firstToken, Duration idle) {
        CallSettings.Limits limits = new CallSettings.Limits(firstToken, idle, Duration.ofMinutes(2), 1000, 1000);
        LlmRequest request = LlmRequest.of(Dialect.OPENAI_CHAT, new byte[0], true);
        return Watchdog.start(timer, limits, request, expired::complete);
    }
}
