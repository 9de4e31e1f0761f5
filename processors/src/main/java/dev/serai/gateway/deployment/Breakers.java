/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.llm.LlmException;

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

    /** Records what became of a stream after its first content, which is all that the EIP saw. */
    public void streamFailed(String deployment, LlmException failure) {
        CircuitBreaker breaker = breakers.get(deployment);
        if (breaker != null && failure.errorClass().countsForBreaker()) {
            breaker.onError(0, breaker.getTimestampUnit(), failure);
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
