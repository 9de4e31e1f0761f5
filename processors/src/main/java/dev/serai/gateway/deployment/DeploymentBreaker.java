/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import dev.serai.gateway.deployment.BreakerState.Forced;
import dev.serai.gateway.fleet.SharedMap;
import dev.serai.llm.LlmException;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;

/**
 * One deployment's breaker on this instance. The gate is what the EIP asks: it follows the {@link BreakerState} that the
 * fleet shares, and what it sees of calls goes there. Calls read local state, but for the one that asks for the trial after a
 * cooldown: it waits for the fleet. Thread-safe.
 */
final class DeploymentBreaker {
    private static final long PATIENCE_MS = 100;

    private final String name;
    private volatile BreakerPolicy policy;
    private final Lease terms;
    private final CircuitBreaker gate;
    private final SharedMap<BreakerState> states;
    private final ReentrantLock lock = new ReentrantLock();
    private final ConcurrentLinkedQueue<CallResult> unsent = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sendsSoon = new AtomicBoolean();
    private volatile long finishedTrial = -1;
    /** A trial call is let through; it may be a stream that lasts. */
    private volatile boolean trialBegan;

    private volatile long leaseEnds;
    private volatile CompletableFuture<BreakerState> leasing = CompletableFuture.completedFuture(null);

    /**
     * How trial calls are leased.
     *
     * @param by          this instance
     * @param forMillis   how long, unless it is leased again
     * @param safetyMillis how much earlier this instance gives it up
     */
    record Lease(String by, long forMillis, long safetyMillis) {}

    DeploymentBreaker(Deployment deployment, CircuitBreaker gate, SharedMap<BreakerState> states, Lease terms) {
        this.name = deployment.name();
        this.policy = deployment.breaker();
        this.gate = gate;
        this.states = states;
        this.terms = terms;
    }

    void follow(BreakerPolicy changed) {
        policy = changed;
    }

    CircuitBreaker gate() {
        return gate;
    }

    BreakerState state() {
        BreakerState state = states.get(name);
        return state == null ? BreakerState.CLOSED : state;
    }

    /** Brings the gate to where the shared state is. */
    void follow() {
        lock.lock();
        try {
            State wanted = wanted(state());
            if (wanted == gate.getState()) {
                return;
            }
            trialBegan = false;
            switch (wanted) {
                case FORCED_OPEN -> gate.transitionToForcedOpenState();
                case DISABLED -> gate.transitionToDisabledState();
                case HALF_OPEN -> gate.transitionToHalfOpenState();
                case OPEN -> gate.transitionToOpenState();
                default -> gate.transitionToClosedState();
            }
        } finally {
            lock.unlock();
        }
    }

    private State wanted(BreakerState state) {
        if (state.forced() != null) {
            return state.forced() == Forced.OPEN ? State.FORCED_OPEN : State.DISABLED;
        }
        if (!state.isOpen()) {
            return State.CLOSED;
        }
        if (!holdsTrial(state)) {
            return State.OPEN;
        }
        // what became of the trial call is on its way to the shared state
        return state.trial() == finishedTrial ? gate.getState() : State.HALF_OPEN;
    }

    private boolean holdsTrial(BreakerState state) {
        return state.isTrialOf(terms.by(), states.now()) && System.nanoTime() - leaseEnds < 0;
    }

    /**
     * Whether a call would be let through now. The one call after a cooldown that has to ask the fleet for the trial waits for
     * its answer, a tenth of a second at most.
     */
    boolean mayPass() {
        return switch (gate.getState()) {
            case OPEN -> mayBeTried();
            case HALF_OPEN -> holdsTrial(state());
            case FORCED_OPEN -> false;
            default -> true;
        };
    }

    private boolean mayBeTried() {
        BreakerState state = state();
        if (!state.mayBeTried(false, states.now())) {
            return false;
        }
        if (!states.isShared()) {
            return true;
        }
        if (states.now() < state.trialUntil()) {
            return false;
        }
        tryTrial(false);
        return holdsTrial(state());
    }

    /** Whether every call is let through. */
    boolean isClosed() {
        State now = gate.getState();
        return now == State.CLOSED || now == State.DISABLED;
    }

    /** A call is about to ask the gate. */
    void admit() {
        if (isClosed()) {
            return;
        }
        if (gate.getState() == State.HALF_OPEN && !holdsTrial(state())) {
            follow();
        }
        if (gate.getState() == State.OPEN && state().mayBeTried(false, states.now())) {
            tryTrial(false);
        }
        trialBegan = gate.getState() == State.HALF_OPEN;
    }

    /** The trial call ended without showing anything; another one may follow. */
    void trialLeft() {
        trialBegan = false;
    }

    /**
     * Gets the lease of the trial call, if it can be had. It waits for the fleet, for a tenth of a second at most.
     *
     * @param early before the cooldown has ended
     */
    void tryTrial(boolean early) {
        try {
            lease(early).get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) { // the call goes on without it
            return;
        }
    }

    private CompletableFuture<BreakerState> lease(boolean early) {
        lock.lock();
        try {
            if (leasing.isDone() && !holdsTrial(state())) {
                leaseEnds = leaseEnd();
                leasing = states.change(name, BreakerState.lease(terms.by(), early, terms.forMillis()));
            }
            return leasing;
        } finally {
            lock.unlock();
        }
    }

    private long leaseEnd() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(terms.forMillis() - terms.safetyMillis());
    }

    /** Time for what no call causes: the lease is kept while the trial call lasts, or given up. */
    void tick() {
        BreakerState state = state();
        if (!state.isOpen() || state.forced() != null) {
            return;
        }
        if (!trialBegan || state.trial() == finishedTrial || !holdsTrial(state)) {
            follow();
        } else if (leaseEnds - System.nanoTime() < TimeUnit.MILLISECONDS.toNanos(terms.forMillis() / 2)) {
            renew();
        }
    }

    private void renew() {
        long end = leaseEnd();
        states.change(name, BreakerState.lease(terms.by(), false, terms.forMillis()))
                .thenAccept(state -> {
                    if (state.isTrialOf(terms.by(), states.now())) {
                        leaseEnds = end;
                    }
                });
    }

    /**
     * What a call has shown.
     *
     * @return whether {@link #send} has to be called soon
     */
    boolean answered() {
        return seen(CallResult.ANSWERED);
    }

    /** As {@link #answered}, of a failure that counts. */
    boolean failed(LlmException failure) {
        return seen(CallResult.failed(failure, policy));
    }

    /** As {@link #failed}, of a stream whose beginning was counted as an answer. */
    boolean broke(LlmException failure) {
        return seen(CallResult.failed(failure, policy).butAnsweredFirst());
    }

    private boolean seen(CallResult result) {
        unsent.add(result);
        boolean trial = gate.getState() == State.HALF_OPEN;
        if (trial) {
            trialBegan = false;
            finishedTrial = state().trial();
        }
        if (trial || !states.isShared()) {
            send();
            return false;
        }
        return sendsSoon.compareAndSet(false, true);
    }

    /** Sends what was seen since the last time. */
    void send() {
        sendsSoon.set(false);
        List<CallResult> results = new ArrayList<>();
        for (CallResult result = unsent.poll(); result != null; result = unsent.poll()) {
            results.add(result);
        }
        if (!results.isEmpty()) {
            states.change(name, BreakerState.record(results, policy, terms.by()));
        }
    }

    CompletableFuture<BreakerState> force(Forced forced) {
        return states.change(name, BreakerState.force(forced));
    }

    /** How long until a cooling deployment is tried again; zero where it is not cooling. */
    Duration untilTrial() {
        BreakerState state = state();
        return state.isOpen() ? Duration.ofMillis(Math.max(0, state.openUntil() - states.now())) : Duration.ZERO;
    }

    /** Whether it could be probed now although it is cooling. */
    boolean mayBeProbed() {
        return state().mayBeTried(true, states.now());
    }
}
