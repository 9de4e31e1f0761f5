/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.llm.LlmException;
import dev.serai.llm.LlmStream;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;

/**
 * The circuit breaker of each deployment. They are beans of their own, so a reload of the routes leaves their state alone,
 * and they judge by error class: a caller's error is neither a success nor a failure. Thread-safe.
 */
@Component
public final class Breakers {
    private final Map<String, CircuitBreaker> breakers = new ConcurrentHashMap<>();
    private final Map<String, Instant> openedAt = new ConcurrentHashMap<>();

    /** The registry name under which a deployment route's EIP finds its breaker. */
    public static String beanName(String deployment) {
        return "breaker-" + deployment;
    }

    /** The deployment's breaker, made at first use. */
    public CircuitBreaker of(Deployment deployment) {
        return breakers.computeIfAbsent(deployment.name(), name -> create(deployment));
    }

    /** The same for a deployment's route: the EIP sees no more of a stream than its beginning, so that is not counted. */
    public CircuitBreaker forRoute(Deployment deployment) {
        return StreamBreaker.over(of(deployment));
    }

    /** Whether a call that was let through is the one that decides whether the breaker closes. */
    boolean isTrial(String deployment) {
        CircuitBreaker breaker = breakers.get(deployment);
        return breaker != null && breaker.getState() == CircuitBreaker.State.HALF_OPEN;
    }

    /**
     * Counts a stream, at its end.
     *
     * @param trial what {@link #isTrial} said when it began: one from before the outage decides nothing
     */
    void streamEnded(String deployment, boolean trial, LlmStream.End end) {
        CircuitBreaker breaker = breakers.get(deployment);
        if (breaker == null || !trial && isTrial(deployment)) {
            return;
        }
        if (end.readerBusy()) {
            breaker.releasePermission();
        } else if (end.failure() == null) {
            breaker.onSuccess(0, breaker.getTimestampUnit());
        } else {
            breaker.onError(0, breaker.getTimestampUnit(), end.failure());
        }
    }

    /** Whether a call would be let through now. */
    boolean mayPass(String deployment) {
        CircuitBreaker breaker = breakers.get(deployment);
        if (breaker == null) {
            return true;
        }
        return switch (breaker.getState()) {
            case OPEN -> untilTrial(deployment).isZero();
            case FORCED_OPEN -> false;
            default -> true;
        };
    }

    /** Whether its deployment is known to be well: an extra call can wait until a trial has said so. */
    boolean isClosed(String deployment) {
        CircuitBreaker breaker = breakers.get(deployment);
        return breaker == null || breaker.getState() == CircuitBreaker.State.CLOSED;
    }

    /** How long until an open breaker lets a trial call through; zero where it is not open. */
    Duration untilTrial(String deployment) {
        CircuitBreaker breaker = breakers.get(deployment);
        Instant opened = openedAt.get(deployment);
        if (breaker == null || opened == null || breaker.getState() != CircuitBreaker.State.OPEN) {
            return Duration.ZERO;
        }
        long cooldown = breaker.getCircuitBreakerConfig()
                .getWaitIntervalFunctionInOpenState()
                .apply(1);
        Duration left = Duration.between(Instant.now(), opened.plusMillis(cooldown));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private CircuitBreaker create(Deployment deployment) {
        BreakerPolicy policy = deployment.breaker();
        CircuitBreaker breaker = CircuitBreaker.of(
                deployment.name(),
                CircuitBreakerConfig.custom()
                        .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(policy.window())
                        .minimumNumberOfCalls(policy.minimumCalls())
                        .failureRateThreshold(policy.failureRate())
                        .waitDurationInOpenState(policy.cooldown())
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .ignoreException(failure -> !counts(failure))
                        .recordException(Breakers::counts)
                        .writableStackTraceEnabled(false)
                        .build());
        breaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                openedAt.put(deployment.name(), Instant.now());
            }
        });
        return breaker;
    }

    private static boolean counts(Throwable failure) {
        LlmException known = LlmException.within(failure);
        return known == null || known.errorClass().countsForBreaker();
    }
}
