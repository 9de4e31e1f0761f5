/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.Cancellation;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * The places for attempts at each deployment, never more than its connections. An attempt keeps its place to its end, a
 * stream to its last byte. Thread-safe.
 */
@Component
public final class DeploymentPlaces implements AttemptListener {
    /** The code of a failure that only a full deployment stands behind. */
    public static final String FULL = "deployment_full";

    private static final String REASON = "The model has more calls than it can take right now: try again later.";

    private final Map<String, DeploymentGate> gates = new ConcurrentHashMap<>();
    private final Map<Attempt, Place> taken = new ConcurrentHashMap<>();
    private final OverloadSettings settings;

    DeploymentPlaces(OverloadSettings settings) {
        this.settings = settings;
    }

    /**
     * A place where one is free, or null for an operation that needs none.
     *
     * @throws LlmException overloaded, with the code {@link #FULL}
     */
    public Place tryTake(Call call, Deployment deployment) throws LlmException {
        if (needsNone(call)) {
            return null;
        }
        DeploymentGate gate = gate(deployment);
        Claim claim = Claim.of(call, settings.queueShare());
        Place place = gate.queue().tryTake(claim);
        if (place == null) {
            throw LlmException.of(ErrorClass.OVERLOADED)
                    .code(FULL)
                    .detail("the deployment has as many calls as it takes")
                    .reason(REASON)
                    .retryAfter(Refusal.bounded(gate.queue().expected(claim)))
                    .build();
        }
        return place;
    }

    /**
     * A place, waiting for it in the deployment's queue, or null for an operation that needs none.
     *
     * @throws LlmException overloaded, or the reason of the cancellation
     */
    public Place take(Call call, Deployment deployment, Cancellation cancellation)
            throws LlmException, InterruptedException {
        return needsNone(call)
                ? null
                : gate(deployment).queue().take(Claim.of(call, settings.queueShare()), cancellation);
    }

    private static boolean needsNone(Call call) {
        return call.request().operation() == Operation.COUNT_TOKENS;
    }

    /** An attempt begins in a place; with its end that is free again. */
    public void began(Attempt attempt, Place place) {
        if (place != null) {
            taken.put(attempt, place);
        }
    }

    /** The attempt never left the gateway. */
    @Override
    public void withdrawn(Attempt attempt) {
        Place place = taken.remove(attempt);
        if (place != null) {
            place.release();
        }
    }

    @Override
    public void streaming(Call call, Deployment deployment, Attempt attempt) {
        Place place = taken.get(attempt);
        if (place != null) {
            gate(deployment).firstToken(place.sinceNanos(), attempt.firstTokenMillis() * 1_000_000);
        }
    }

    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        Place place = taken.remove(attempt);
        if (place == null) {
            return;
        }
        DeploymentGate gate = gate(deployment);
        LlmException failure = attempt.failure();
        if (failure != null && DeploymentLimit.isSign(failure)) {
            gate.refused(place.sinceNanos());
        } else if (failure == null && attempt.firstTokenMillis() == null) {
            gate.answered(place.sinceNanos());
        }
        place.release();
    }

    /** Whether an attempt that need not be made would find a place. */
    public boolean hasRoom(Deployment deployment) {
        return gate(deployment).queue().hasRoom();
    }

    private DeploymentGate gate(Deployment deployment) {
        DeploymentGate gate = gates.get(deployment.name());
        if (gate == null) {
            gate = gates.computeIfAbsent(
                    deployment.name(),
                    name -> new DeploymentGate(
                            deployment, settings.deploymentMin(), settings.queueOfDeployment(), REASON));
        }
        gate.follow(deployment);
        return gate;
    }

    /** How a deployment stands. */
    public QueueView view(Deployment deployment) {
        return gate(deployment).queue().view();
    }
}
