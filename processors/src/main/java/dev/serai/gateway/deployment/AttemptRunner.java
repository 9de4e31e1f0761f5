/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.HeldBack;
import dev.serai.gateway.dispatch.Lane;
import dev.serai.gateway.dispatch.LocalUsage;
import dev.serai.gateway.output.OutputCheck;
import dev.serai.gateway.output.WholeStream;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;

/** Makes one attempt for a call: its start, the deployment's route, the check of what came back. Thread-safe, stateless. */
@Component
public final class AttemptRunner {
    private final AttemptStart start;
    private final Breakers breakers;
    private final OutputCheck outputCheck;
    private final List<AttemptListener> listeners;

    AttemptRunner(AttemptStart start, Breakers breakers, OutputCheck outputCheck, List<AttemptListener> listeners) {
        this.start = start;
        this.breakers = breakers;
        this.outputCheck = outputCheck;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Leaves the answer as the exchange's body or the failure as its exception.
     *
     * @param route the deployment's route; null where there is none of that name
     */
    void run(Exchange exchange, String name, Processor route) throws Exception {
        Call call = Call.of(exchange);
        Deployment deployment = start.allowed(call, name, route);
        Lane lane = Lane.of(exchange);
        Attempt attempt = start.begin(exchange, call, deployment);
        exchange.getMessage().setBody(request(call, deployment).withCancellation(lane.cancellation(call, attempt)));
        exchange.setProperty(Attempt.PROPERTY, attempt);
        breakers.admit(name);
        route.process(exchange);
        Exception failure = exchange.getException();
        if (failure instanceof CallNotPermittedException) {
            exchange.setException(start.breakerOpen(exchange, call, deployment, attempt));
            return;
        }
        if (failure != null) {
            LlmException known = asLlmException(failure);
            attempt.failed(known);
            exchange.setException(known);
            ended(call, deployment, attempt);
            return;
        }
        answered(exchange, call, deployment, attempt);
    }

    private void ended(Call call, Deployment deployment, Attempt attempt) {
        LocalUsage.complete(call, attempt);
        listeners.forEach(listener -> listener.ended(call, deployment, attempt));
    }

    private void answered(Exchange exchange, Call call, Deployment deployment, Attempt attempt) {
        if (exchange.getMessage().getBody() instanceof LlmStream stream) {
            streamed(exchange, call, deployment, attempt, stream);
            return;
        }
        LlmResponse response = (LlmResponse) exchange.getMessage().getBody();
        attempt.succeeded(response);
        try {
            LocalUsage.count(call, attempt, response);
            outputCheck.check(call, response);
            Lane.of(exchange).claim(attempt);
        } catch (LlmException e) {
            attempt.failed(e);
            exchange.setException(e);
        }
        ended(call, deployment, attempt);
    }

    private void streamed(Exchange exchange, Call call, Deployment deployment, Attempt attempt, LlmStream stream) {
        Lane lane = Lane.of(exchange);
        attempt.streaming(stream);
        listeners.forEach(listener -> listener.streaming(call, deployment, attempt));
        if (!lane.isShadow()) {
            // whatever the task's route does with it, no stream outlives its call
            call.onClose(stream::close);
        }
        boolean trial = breakers.isTrial(deployment.name());
        stream.onEnd(end -> breakers.streamEnded(deployment.name(), trial, end));
        if (!lane.isShadow() && HeldBack.is(call)) {
            buffer(exchange, call, attempt, stream);
            ended(call, deployment, attempt);
            return;
        }
        stream.onEnd(end -> {
            attempt.streamEnded(end);
            ended(call, deployment, attempt);
        });
        try {
            lane.claim(attempt);
        } catch (LlmException e) {
            stream.close();
            exchange.setException(e);
        }
    }

    /** Reads all of a stream, so that one which breaks or breaks the rules is a failure like any other. */
    private void buffer(Exchange exchange, Call call, Attempt attempt, LlmStream stream) {
        LlmException failure = null;
        try {
            WholeStream whole = outputCheck.whole(call, stream);
            Lane.of(exchange).claim(attempt);
            exchange.getMessage().setBody(whole);
        } catch (LlmException e) {
            failure = e;
            attempt.discard();
            if (e.errorClass() != ErrorClass.CANCELLED) {
                call.interrupted(TaskContract.Interruption.BUFFER);
            }
            exchange.setException(e);
        }
        attempt.streamEnded(new LlmStream.End(failure, stream.progress(), false));
    }

    /** The call's request with the time that is left, and no longer an answer than the deployment can give. */
    private static LlmRequest request(Call call, Deployment deployment) {
        LlmRequest.Limits limits = call.request().limits().withRemainingNanos(call.remainingNanos());
        Integer asked = limits.maxOutputTokens() != null
                ? limits.maxOutputTokens()
                : call.summary().maxOutputTokens();
        return call.request()
                .withLimits(
                        asked == null
                                ? limits
                                : limits.withMaxOutputTokens(Math.min(asked, deployment.maxOutputTokens())));
    }

    /** The circuitBreaker EIP wraps every checked exception into one of Camel's own. */
    private static LlmException asLlmException(Exception failure) {
        LlmException known = LlmException.within(failure);
        return known != null
                ? known
                : LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                        .code("internal")
                        .detail("the deployment's route failed")
                        .cause(failure)
                        .build();
    }
}
