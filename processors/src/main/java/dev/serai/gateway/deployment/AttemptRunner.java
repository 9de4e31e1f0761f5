/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.gateway.admission.overload.Place;
import dev.serai.gateway.deployment.Eligibility.Drop;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.FullDeployments;
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

/**
 * Makes one attempt for a call: the check that nothing forbidden is asked, the entry in the ledger, the deployment's
 * route, the check of what came back. Thread-safe, stateless.
 */
@Component
public final class AttemptRunner {
    private final Selection selection;
    private final Breakers breakers;
    private final DeploymentPlaces places;
    private final OutputCheck outputCheck;
    private final Funding funding;
    private final List<AttemptListener> listeners;

    AttemptRunner(
            Selection selection,
            Breakers breakers,
            DeploymentPlaces places,
            OutputCheck outputCheck,
            Funding funding,
            List<AttemptListener> listeners) {
        this.selection = selection;
        this.breakers = breakers;
        this.places = places;
        this.outputCheck = outputCheck;
        this.funding = funding;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Leaves the answer as the exchange's body or the failure as its exception.
     *
     * @param route the deployment's route; null where there is none of that name
     */
    void run(Exchange exchange, String name, Processor route) throws Exception {
        Call call = Call.of(exchange);
        Deployment deployment = allowed(call, name, route);
        Lane lane = Lane.of(exchange);
        Attempt attempt = begin(exchange, call, deployment);
        exchange.getMessage().setBody(request(call, deployment).withCancellation(lane.cancellation(call, attempt)));
        exchange.setProperty(Attempt.PROPERTY, attempt);
        breakers.admit(name);
        route.process(exchange);
        Exception failure = exchange.getException();
        if (failure instanceof CallNotPermittedException) {
            call.attempts().withdraw(attempt);
            listeners.forEach(listener -> listener.withdrawn(attempt));
            funding.withdraw(call, attempt);
            if (!lane.isShadow()) {
                selection.drop(call, deployment, new Drop(DropReason.BREAKER_OPEN, null));
            }
            exchange.setException(selection.breakerOpen(name));
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

    /** The attempt, in a place of the deployment's, and paid for. */
    private Attempt begin(Exchange exchange, Call call, Deployment deployment)
            throws LlmException, InterruptedException {
        Lane lane = Lane.of(exchange);
        Place place = place(exchange, call, deployment);
        boolean begun = false;
        try {
            Attempt attempt = lane.open(call, deployment.name());
            admit(call, deployment, attempt);
            places.began(attempt, place);
            begun = true;
            return attempt;
        } finally {
            if (!begun && place != null) {
                place.release();
            }
        }
    }

    /** A full deployment is waited for where nobody else could be asked; else the next one may have room. */
    private Place place(Exchange exchange, Call call, Deployment deployment) throws LlmException, InterruptedException {
        Lane lane = Lane.of(exchange);
        try {
            return FullDeployments.mayWait(exchange, deployment.name())
                    ? places.take(call, deployment, lane.whileWaiting(call))
                    : places.tryTake(call, deployment);
        } catch (LlmException e) {
            if (e.errorClass() == ErrorClass.OVERLOADED && !lane.isShadow()) {
                selection.drop(call, deployment, new Drop(DropReason.OVERLOADED, e.code()));
            }
            throw e;
        }
    }

    /** @throws LlmException where the deployment is to be passed over, or there is not enough money for it */
    private void admit(Call call, Deployment deployment, Attempt attempt) throws LlmException {
        List<AttemptListener> begun = new ArrayList<>(listeners.size());
        try {
            for (AttemptListener listener : listeners) {
                listener.begins(call, deployment, attempt);
                begun.add(listener);
            }
            funding.cover(call, deployment, attempt);
        } catch (LlmException e) {
            begun.forEach(listener -> listener.withdrawn(attempt));
            call.attempts().withdraw(attempt);
            if (e.errorClass() == ErrorClass.INSUFFICIENT_FUNDS) {
                unpaid(call, deployment, attempt);
            }
            throw e;
        }
    }

    private void unpaid(Call call, Deployment deployment, Attempt attempt) {
        if (attempt.role() == Attempt.Role.SHADOW) {
            call.attempts().dropShadow(deployment.name(), DropReason.INSUFFICIENT_FUNDS.code(), null);
        } else {
            selection.drop(call, deployment, new Drop(DropReason.INSUFFICIENT_FUNDS, null));
        }
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
        if (!lane.isShadow() && call.task().contract().interruption() == TaskContract.Interruption.BUFFER) {
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

    private Deployment allowed(Call call, String name, Processor route) throws LlmException {
        Optional<Deployment> deployment = selection.find(call, name);
        if (deployment.isEmpty() || route == null) {
            call.attempts().drop(name, DropReason.UNKNOWN.code(), null);
            throw selection.noCandidate(call);
        }
        Optional<Drop> drop = selection.check(call, deployment.get());
        if (drop.isPresent()) {
            selection.drop(call, deployment.get(), drop.get());
            throw selection.noCandidate(call);
        }
        return deployment.get();
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
