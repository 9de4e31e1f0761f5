/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.joined;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.dialect.RequestSummary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The moments between an answer's last byte and its end, and a writer with readers of several kinds. */
class RunningAnswerTest {
    private static final LlmException GONE =
            LlmException.of(ErrorClass.CANCELLED).detail("the client left").build();
    private static final CallOutcome OK = new CallOutcome(null, null, null, null);
    private static final LlmException LOST =
            LlmException.of(ErrorClass.OVERLOADED).detail("fallen behind").build();
    private static final int MAX = 1_000;
    private static final long PIECES = 20_000;

    @Test
    @DisplayName(
            "M3 L8: the last reader leaves with the whole answer before its maker knows of the end: nothing is cancelled")
    void whoLeavesWithTheAnswerCancelsNothing() throws Exception {
        for (int round = 0; round < 300; round++) {
            // Given
            Running running = new Running();
            JoinedAnswer joined = running.join(call(false));
            running.remains(GONE);
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Void> reader = new CompletableFuture<>();
            Thread.startVirtualThread(() -> {
                try {
                    begun.countDown();
                    joined.next();
                    running.leave(joined);
                    reader.complete(null);
                } catch (LlmException | InterruptedException e) {
                    reader.completeExceptionally(e);
                }
            });
            begun.await();
            // When
            running.whole(new byte[] {1}, false, OK);
            reader.join();
            // Then
            assertThat(running.call().cancellation().isCancelled())
                    .as("round %s", round)
                    .isFalse();
        }
    }

    @Test
    @DisplayName("M3: a reader that takes nothing is waited for and ended; another beside it has all of it")
    void eachReaderIsWaitedForByItself() throws Exception {
        // Given
        Running running = new Running();
        JoinedAnswer stuck = running.join(call(true));
        JoinedAnswer late = running.join(call(true));
        CompletableFuture<Long> read = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                long bytes = 0;
                for (byte[] next = late.next(); next != null; next = late.next()) {
                    bytes += next.length;
                }
                read.complete(bytes);
            } catch (LlmException | InterruptedException e) {
                read.completeExceptionally(e);
            }
        });
        // When
        for (int piece = 0; piece < PIECES; piece++) {
            running.next(new byte[MAX / 10]);
        }
        running.whole(new byte[0], true, OK);
        // Then
        assertThat(read.join()).isEqualTo(PIECES * (MAX / 10));
        assertThatThrownBy(stuck::next).isSameAs(LOST);
    }

    private static Call call(boolean stream) {
        Call call = new Call("req_1", "openai-chat", null);
        call.accept(
                LlmRequest.of(Dialect.OPENAI_CHAT, new byte[0], stream),
                new RequestSummary("a-task", stream, false, null, Set.of(), 1, 1));
        return call;
    }

    private static final class Running extends RunningAnswer {
        Running() {
            super(RunningAnswerTest.call(true), MAX, () -> LOST);
        }

        @Override
        protected void later(Runnable work) {
            work.run();
        }

        @Override
        protected void ending(byte[] last, boolean stream, CallOutcome outcome) {}

        @Override
        protected void ended(boolean whole) {}
    }
}
