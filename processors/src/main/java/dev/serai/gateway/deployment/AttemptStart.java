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
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * What stands before a provider is asked: whether the call may ask that deployment, a place there, what its provider grants
 * a minute, and money. What was taken is given back where a later one says no. Thread-safe, stateless.
 */
@Component
final class AttemptStart {
    private final Selection selection;
    private final DeploymentPlaces places;
    private final Funding funding;
    private final List<AttemptListener> listeners;

    AttemptStart(Selection selection, DeploymentPlaces places, Funding funding, List<AttemptListener> listeners) {
        this.selection = selection;
        this.places = places;
        this.funding = funding;
        this.listeners = List.copyOf(listeners);
    }

    /** The deployment of that name, for a call that may ask it. */
    Deployment allowed(Call call, String name, Processor route) throws LlmException {
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

    /** The attempt, in a place of the deployment's, and paid for. */
    Attempt begin(Exchange exchange, Call call, Deployment deployment) throws LlmException, InterruptedException {
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
        boolean admitted = false;
        try {
            for (AttemptListener listener : listeners) {
                listener.begins(call, deployment, attempt);
                begun.add(listener);
            }
            funding.cover(call, deployment, attempt);
            admitted = true;
        } catch (LlmException e) {
            if (e.errorClass() == ErrorClass.INSUFFICIENT_FUNDS) {
                unpaid(call, deployment, attempt);
            }
            throw e;
        } finally {
            if (!admitted) {
                begun.forEach(listener -> listener.withdrawn(attempt));
                call.attempts().withdraw(attempt);
            }
        }
    }

    private void unpaid(Call call, Deployment deployment, Attempt attempt) {
        if (attempt.role() == Attempt.Role.SHADOW) {
            call.attempts().dropShadow(deployment.name(), DropReason.INSUFFICIENT_FUNDS.code(), null);
        } else {
            selection.drop(call, deployment, new Drop(DropReason.INSUFFICIENT_FUNDS, null));
        }
    }

    /** The deployment's breaker has let nothing through: the attempt was none, and this is its call's failure. */
    LlmException breakerOpen(Exchange exchange, Call call, Deployment deployment, Attempt attempt) {
        call.attempts().withdraw(attempt);
        listeners.forEach(listener -> listener.withdrawn(attempt));
        funding.withdraw(call, attempt);
        if (!Lane.of(exchange).isShadow()) {
            selection.drop(call, deployment, new Drop(DropReason.BREAKER_OPEN, null));
        }
        return selection.breakerOpen(deployment.name());
    }
}
