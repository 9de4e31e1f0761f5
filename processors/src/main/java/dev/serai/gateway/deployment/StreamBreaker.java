/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

import org.apache.camel.Exchange;

import dev.serai.llm.LlmStream;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;

/** A breaker that takes the beginning of a stream for no trial passed; everything else it hands on. Thread-safe. */
final class StreamBreaker {
    private static final String RESULT = "onResult";

    private StreamBreaker() {}

    static CircuitBreaker over(CircuitBreaker breaker) {
        return (CircuitBreaker) Proxy.newProxyInstance(
                StreamBreaker.class.getClassLoader(),
                new Class<?>[] {CircuitBreaker.class},
                (proxy, method, arguments) ->
                        isTrialBeginning(breaker, method, arguments) ? null : invoke(breaker, method, arguments));
    }

    /** The result of the circuitBreaker EIP is its exchange. */
    private static boolean isTrialBeginning(CircuitBreaker breaker, Method method, Object[] arguments) {
        return method.getName().equals(RESULT)
                && breaker.getState() == CircuitBreaker.State.HALF_OPEN
                && arguments[2] instanceof Exchange exchange
                && exchange.getMessage().getBody() instanceof LlmStream;
    }

    private static Object invoke(CircuitBreaker breaker, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(breaker, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
