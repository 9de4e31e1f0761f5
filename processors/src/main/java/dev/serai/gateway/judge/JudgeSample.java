/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Capacity;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.dispatch.Delivered;
import dev.serai.gateway.dispatch.PatternListener;
import dev.serai.llm.LlmException;

/**
 * What the pattern {@code judge} calls: whether a call's answer is to be scored, and that answer once its client has it.
 * Thread-safe.
 */
@Component("judge-sample")
public final class JudgeSample {
    /** Set where the answer is to be scored: what ends with the call. */
    public static final String SAMPLED = "SeraiSampled";

    private static final Duration AFTER_DEADLINE = Duration.ofSeconds(10);

    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final Selection selection;
    private final Capacity capacity;
    private final PatternListener listener;

    JudgeSample(Selection selection, Capacity capacity, PatternListener listener) {
        this.selection = selection;
        this.capacity = capacity;
        this.listener = listener;
    }

    /** What a sampled call waits for, and what it takes of the bound. */
    private record Sampled(CountDownLatch over, AtomicInteger running) {}

    /**
     * Says in {@link #SAMPLED} whether the answer is scored; one that is begun anew has been chosen before.
     *
     * @param share of the calls, from 0 to 1
     * @param most  answers that are waited for and scored at a time, on this instance
     */
    public void choose(Exchange exchange, double share, int most) {
        Call call = Call.of(exchange);
        exchange.removeProperty(SAMPLED);
        if (call.generation() > 1 || ThreadLocalRandom.current().nextDouble() >= share) {
            return;
        }
        AtomicInteger ofTask = running.computeIfAbsent(call.task().name(), task -> new AtomicInteger());
        if (ofTask.incrementAndGet() > most) {
            ofTask.decrementAndGet();
            listener.judgeDropped(call);
            return;
        }
        Sampled sampled = new Sampled(new CountDownLatch(1), ofTask);
        Delivered.of(call).keep();
        call.shadowBegins();
        call.onClose(sampled.over()::countDown);
        exchange.setProperty(SAMPLED, sampled);
    }

    /** @param judges names of deployments, in the order in which they are asked */
    public void appoint(Exchange copy, String judges, String timeout, int maxTokens) {
        Judge.appoint(copy, judges, timeout, maxTokens, true);
    }

    /** Waits for the call's end. Its answer is in {@link Judge#ANSWER} then; nothing is where none was delivered. */
    public void await(Exchange copy) throws InterruptedException, LlmException {
        Call call = Call.of(copy);
        copy.removeProperty(Judge.ANSWER);
        copy.getMessage().setBody(null);
        Duration longest = Duration.ofNanos(call.remainingNanos()).plus(AFTER_DEADLINE);
        boolean over = copy.getProperty(SAMPLED, Sampled.class).over().await(longest.toNanos(), TimeUnit.NANOSECONDS);
        CallOutcome outcome = call.outcome();
        if (!over
                || outcome == null
                || outcome.failure() != null
                || call.attempts().answering() == null) {
            return;
        }
        String answer = Delivered.of(call).text();
        boolean spare = copy.getProperty(Judge.JUDGES, Judges.class).deployments().stream()
                .flatMap(name -> selection.find(call, name).stream())
                .anyMatch(capacity::isSpare);
        if (answer == null || !spare) {
            listener.judgeDropped(call);
            return;
        }
        copy.setProperty(
                Judge.ANSWER,
                new JudgedAnswer(
                        call.attempts().answering().deployment(),
                        answer,
                        JudgedAnswer.exempt(outcome.stopReason(), outcome.advice())));
    }

    /** It has ended, however it did. */
    public void end(Exchange copy) {
        copy.getProperty(SAMPLED, Sampled.class).running().decrementAndGet();
    }
}
