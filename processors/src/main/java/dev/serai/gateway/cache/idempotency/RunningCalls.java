/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import jakarta.annotation.PreDestroy;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

import dev.serai.gateway.cache.idempotency.IdempotencyListener.Loss;
import dev.serai.gateway.dispatch.Audience;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.task.TaskContract.KeepAnswers;

/** The calls that this instance makes for idempotency keys, and their ends in the database. Thread-safe. */
@Component
public final class RunningCalls {
    private static final Logger LOG = LoggerFactory.getLogger(RunningCalls.class);

    private final Map<String, RunningCall> byId = new ConcurrentHashMap<>();
    /** Keys whose end the database does not know yet, because it was away. */
    private final Queue<Unfreed> unfreed = new ConcurrentLinkedQueue<>();

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CallTable table;
    private final IdempotencySettings settings;
    private final List<IdempotencyListener> listeners;

    RunningCalls(CallTable table, IdempotencySettings settings, List<IdempotencyListener> listeners) {
        this.table = table;
        this.settings = settings;
        this.listeners = listeners;
    }

    private record Unfreed(String id, String requestId) {}

    /** How many there are. */
    public int count() {
        return byId.size();
    }

    /** Null where this instance makes no call for the key. */
    RunningCall find(KeyedRequest request) {
        return byId.get(request.id());
    }

    /** The key is the call's: what becomes of the call is its answer. */
    void begin(Call call, KeyedRequest request) {
        RunningCall running = new RunningCall(call, request, settings.maxAnswerBytes(), this);
        byId.put(request.id(), running);
        call.part(Audience.class, () -> running);
        call.onClose(running::closed);
    }

    void remove(RunningCall running) {
        byId.remove(running.request().id(), running);
    }

    /** Keeps the answer, or that there was one; null where it is too long. The client waits for this. */
    void finish(RunningCall running, KeptAnswer answer) {
        KeyedRequest request = running.request();
        byte[] closed = null;
        if (keeps(running.call())) {
            closed = answer == null || answer.bytes().length > settings.maxAnswerBytes()
                    ? null
                    : request.seal().close(answer.pack(), request.binding());
            if (closed == null) {
                lost(running, Loss.TOO_LONG);
            }
        }
        try {
            if (!table.finish(request, running.call().requestId(), closed)) {
                lost(running, Loss.LEASE);
            }
        } catch (NestedRuntimeException e) { // the client is not made to suffer for it
            unfreed.add(new Unfreed(request.id(), running.call().requestId()));
            lost(running, Loss.DATABASE);
        }
    }

    private boolean keeps(Call call) {
        KeepAnswers ofTask = call.task().contract().keepAnswers();
        return (ofTask == null ? settings.keepAnswers() : ofTask) == KeepAnswers.ENCRYPTED;
    }

    private void lost(RunningCall running, Loss why) {
        listeners.forEach(listener -> listener.lost(running.call(), why));
        LOG.atInfo()
                .addKeyValue("requestId", running.call().requestId())
                .addKeyValue("why", why)
                .log("The answer to an idempotency key could not be kept");
    }

    void free(RunningCall running) {
        Unfreed key = new Unfreed(running.request().id(), running.call().requestId());
        try {
            table.free(key.id(), key.requestId());
        } catch (NestedRuntimeException e) { // nobody waits longer than for the lease
            unfreed.add(key);
        }
    }

    /** False where the database cannot tell: a client that has left is known, one that waits is not. */
    boolean isAwaitedElsewhere(RunningCall running) {
        try {
            return table.isAwaited(running.request(), running.call().requestId());
        } catch (NestedRuntimeException e) {
            return false;
        }
    }

    /** On a thread of its own. */
    void later(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("the gateway stops: leases end by themselves", e);
        }
    }

    /** Tells the database what it does not know, and that the rest is being worked on. */
    void renew() {
        for (Unfreed key = unfreed.peek(); key != null; key = unfreed.peek()) {
            table.free(key.id(), key.requestId());
            unfreed.remove(key);
        }
        if (!byId.isEmpty()) {
            table.renewLeases();
            byId.values().forEach(RunningCall::reconsider);
        }
    }

    @PreDestroy
    void stop() {
        threads.close();
    }
}
