/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.BreakerState.Forced;
import dev.serai.gateway.deployment.DeploymentBreaker.Lease;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.SharedMap;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmStream;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;

/**
 * The circuit breaker of each deployment. They are beans of their own, so a reload of the routes leaves their state alone,
 * and they judge by error class: a caller's error is neither a success nor a failure. All instances of a fleet count
 * together. Thread-safe.
 */
@Component
public final class Breakers implements DisposableBean {
    /** Results of calls go to the fleet together with those of so much time. */
    private static final long BATCH_MS = 20;

    private static final long TICK_MS = 100;
    private static final long LEASE_MS = 2_000;
    private static final long LEASE_SAFETY_MS = 500;
    /** The gate never opens or half-opens by itself: {@link BreakerState} says when. */
    private static final Duration NEVER = Duration.ofDays(3650);

    private static final int WINDOW_OF_METRICS_SECONDS = 60;

    private final Map<String, DeploymentBreaker> breakers = new ConcurrentHashMap<>();
    private final SharedMap<BreakerState> states;
    private final Lease terms;
    private final ScheduledExecutorService background;

    Breakers(Fleet fleet) {
        this.states = fleet.map("breakers");
        this.terms = fleet.isEnabled()
                ? new Lease(fleet.self(), LEASE_MS, LEASE_SAFETY_MS)
                : new Lease(fleet.self(), NEVER.toMillis(), 0);
        this.background = fleet.isEnabled() ? background() : null;
        states.onChange(name -> {
            DeploymentBreaker breaker = breakers.get(name);
            if (breaker != null) {
                breaker.follow();
            }
        });
    }

    private ScheduledExecutorService background() {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("serai-breakers").factory());
        executor.scheduleWithFixedDelay(
                () -> breakers.values().forEach(DeploymentBreaker::tick), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        return executor;
    }

    /** The registry name under which a deployment route's EIP finds its breaker. */
    public static String beanName(String deployment) {
        return "breaker-" + deployment;
    }

    /** The deployment's breaker as the EIP asks it, made at first use. It is not to be changed: see {@link #force}. */
    public CircuitBreaker of(Deployment deployment) {
        return breaker(deployment).gate();
    }

    /** The policies of those that have a breaker already are these now; how it stands, it stands. */
    public void follow(Deployments deployments) {
        for (Deployment deployment : deployments.all()) {
            DeploymentBreaker breaker = breakers.get(deployment.name());
            if (breaker != null) {
                breaker.follow(deployment.breaker());
            }
        }
    }

    /** How the deployment's breaker stands. */
    public BreakerView view(Deployment deployment) {
        return BreakerView.of(deployment, breaker(deployment), states.now());
    }

    /** Sets the breaker open or closed, whatever calls do. Complete when the whole fleet has it, as far as it is in reach. */
    public CompletableFuture<Void> force(Deployment deployment, boolean open) {
        return breaker(deployment).force(open ? Forced.OPEN : Forced.CLOSED).thenAccept(state -> {});
    }

    /** Closes the breaker, forgets what was counted, and leaves it to the calls again. */
    public CompletableFuture<Void> reset(Deployment deployment) {
        return breaker(deployment).force(null).thenAccept(state -> {});
    }

    /**
     * The same for a deployment's route. The EIP sees no more of a stream than its beginning: that is counted as an answer,
     * or where streams last long only failures would be known; see {@link #streamEnded} for what becomes of it.
     */
    public CircuitBreaker forRoute(Deployment deployment) {
        return StreamBreaker.over(of(deployment));
    }

    /** Whether a call that was let through is the one that decides whether the breaker closes. */
    boolean isTrial(String deployment) {
        DeploymentBreaker breaker = breakers.get(deployment);
        return breaker != null && breaker.gate().getState() == CircuitBreaker.State.HALF_OPEN;
    }

    /**
     * Counts the end of a stream: one that broke was no answer after all, and one that was the trial decides only now.
     *
     * @param trial what {@link #isTrial} said when it began: one from before the outage decides nothing
     */
    void streamEnded(String deployment, boolean trial, LlmStream.End end) {
        DeploymentBreaker breaker = breakers.get(deployment);
        if (breaker == null || !trial && isTrial(deployment)) {
            return;
        }
        if (trial) {
            trialEnded(breaker, end);
        } else if (end.failure() != null && !end.readerBusy() && counts(end.failure())) {
            sendSoon(breaker, breaker.broke(end.failure()));
        }
    }

    private static void trialEnded(DeploymentBreaker breaker, LlmStream.End end) {
        CircuitBreaker gate = breaker.gate();
        if (end.readerBusy()) {
            gate.releasePermission();
            breaker.trialLeft();
        } else if (end.failure() == null) {
            gate.onSuccess(0, gate.getTimestampUnit());
        } else {
            gate.onError(0, gate.getTimestampUnit(), end.failure());
        }
    }

    /** Whether a call would be let through now. */
    boolean mayPass(String deployment) {
        DeploymentBreaker breaker = breakers.get(deployment);
        return breaker == null || breaker.mayPass();
    }

    /** A call is about to go through the deployment's circuitBreaker EIP. */
    void admit(String deployment) {
        DeploymentBreaker breaker = breakers.get(deployment);
        if (breaker != null) {
            breaker.admit();
        }
    }

    /** Of deployments that all are cooling, lets the least bad one have one call ahead of its time, but not too often. */
    void probeLeastBad(Collection<String> deployments) {
        deployments.stream()
                .map(breakers::get)
                .filter(DeploymentBreaker::mayBeProbed)
                .min(Comparator.comparing(DeploymentBreaker::untilTrial))
                .ifPresent(breaker -> breaker.tryTrial(true));
    }

    /** Whether its deployment is known to be well: an extra call can wait until a trial has said so. */
    boolean isClosed(String deployment) {
        DeploymentBreaker breaker = breakers.get(deployment);
        return breaker == null || breaker.isClosed();
    }

    /** How long until an open breaker lets a trial call through; zero where it is not open. */
    Duration untilTrial(String deployment) {
        DeploymentBreaker breaker = breakers.get(deployment);
        return breaker == null ? Duration.ZERO : breaker.untilTrial();
    }

    private DeploymentBreaker breaker(Deployment deployment) {
        DeploymentBreaker known = breakers.get(deployment.name());
        if (known != null) {
            return known;
        }
        DeploymentBreaker breaker = breakers.computeIfAbsent(
                deployment.name(), name -> new DeploymentBreaker(deployment, gate(name), states, terms));
        breaker.follow();
        return breaker;
    }

    private CircuitBreaker gate(String deployment) {
        CircuitBreaker gate = CircuitBreaker.of(
                deployment,
                CircuitBreakerConfig.custom()
                        .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.TIME_BASED)
                        .slidingWindowSize(WINDOW_OF_METRICS_SECONDS)
                        .minimumNumberOfCalls(Integer.MAX_VALUE)
                        .waitDurationInOpenState(NEVER)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .ignoreException(failure -> !counts(failure))
                        .recordException(Breakers::counts)
                        .writableStackTraceEnabled(false)
                        .build());
        gate.getEventPublisher().onSuccess(event -> {
            DeploymentBreaker breaker = breakers.get(deployment);
            sendSoon(breaker, breaker.answered());
        });
        gate.getEventPublisher().onError(event -> {
            DeploymentBreaker breaker = breakers.get(deployment);
            sendSoon(breaker, breaker.failed(LlmException.within(event.getThrowable())));
        });
        gate.getEventPublisher()
                .onIgnoredError(event -> breakers.get(deployment).trialLeft());
        return gate;
    }

    private void sendSoon(DeploymentBreaker breaker, boolean soon) {
        if (soon && !background.isShutdown()) {
            background.schedule(breaker::send, BATCH_MS, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean counts(Throwable failure) {
        LlmException known = LlmException.within(failure);
        return known == null || known.errorClass().countsForBreaker();
    }

    @Override
    public void destroy() {
        if (background != null) {
            background.shutdownNow();
        }
    }
}
