/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.coalesce;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import jakarta.annotation.PreDestroy;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.CacheControl;
import dev.serai.gateway.cache.coalesce.CoalescingListener.Way;
import dev.serai.gateway.cache.joined.JoinedAnswer;
import dev.serai.gateway.deployment.Affordable;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Given;
import dev.serai.gateway.dispatch.Repeat;
import dev.serai.gateway.dispatch.SharedAnswer;
import dev.serai.gateway.door.Doors;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * The gateway route's step by the bean name {@code coalesce}: a call that asks what another is asking on this instance gets that
 * one's answer as its body, as it comes; any other goes on, and can be joined. It has a place and holds its own money by then.
 * Thread-safe.
 */
@Component("coalesce")
public final class Coalescing implements Processor {
    private static final Logger LOG = LoggerFactory.getLogger(Coalescing.class);

    private final Map<CoalescingKey, SharedCall> running = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CoalescingSettings settings;
    private final List<CoalescingListener> listeners;

    Coalescing(CoalescingSettings settings, List<CoalescingListener> listeners) {
        this.settings = settings;
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void process(Exchange exchange) throws LlmException, InterruptedException {
        Call call = Call.of(exchange);
        if (!mayShare(exchange, call)) {
            return;
        }
        CoalescingKey key = CoalescingKey.of(call);
        while (!call.cancellation().isCancelled()) {
            SharedCall mine = new SharedCall(call, key, settings.maxBytes(), this);
            SharedCall there = running.putIfAbsent(key, mine);
            if (there == null) {
                mine.begin();
                tell(call, Way.MADE);
                return;
            }
            JoinedAnswer answer = joined(call, there);
            if (answer != null) {
                Given.answer(exchange, answer);
                return;
            }
            there.awaitRelease(call.remainingNanos());
        }
        throw call.cancellation().reason();
    }

    /**
     * A call with an idempotency key shares with those that have the same. Who wants a new answer does not take another's, and
     * one that is left with cheaper deployments must not give its answer to others.
     */
    private static boolean mayShare(Exchange exchange, Call call) {
        return call.task().contract().cache().coalesce()
                && call.request().operation() != Operation.COUNT_TOKENS
                && Repeat.of(call) == null
                && call.part(Affordable.class) == null
                && CacheControl.of(Doors.inbound(exchange).header().apply(Doors.CACHE_HEADER))
                        .look();
    }

    /** Null where there will be none, for a reason that is none of the call's. */
    private JoinedAnswer joined(Call call, SharedCall there) throws LlmException, InterruptedException {
        JoinedAnswer answer = there.share(call);
        if (answer == null) {
            return null;
        }
        tell(call, Way.JOINED);
        try {
            there.awaitBeginning(answer);
            return answer;
        } catch (LlmException e) {
            if (call.cancellation().isCancelled() || !there.failedAlone()) {
                throw e;
            }
            there.leave(answer);
            SharedAnswer.forget(call);
            tell(call, Way.LEFT);
            return null;
        }
    }

    void remove(SharedCall ended) {
        running.remove(ended.key(), ended);
    }

    /** How many calls can be joined now. */
    public int count() {
        return running.size();
    }

    /** On a thread of its own. */
    void later(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("the gateway stops, and its calls with it", e);
        }
    }

    private void tell(Call call, Way way) {
        listeners.forEach(listener -> listener.went(call, way));
    }

    @PreDestroy
    void stop() {
        threads.close();
    }
}
