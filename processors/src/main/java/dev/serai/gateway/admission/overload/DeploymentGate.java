/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import dev.serai.gateway.deployment.Deployment;

/** One deployment's limit, and the queue in front of it. Thread-safe. */
final class DeploymentGate {
    private final int least;
    private final PlaceQueue queue;
    private volatile Terms terms;

    /** The limit, and what it was made of: other connections make another one. */
    private record Terms(DeploymentLimit limit, int connections) {}

    DeploymentGate(Deployment deployment, int least, QueueRules rules, String reason) {
        this.least = least;
        this.terms = terms(deployment, deployment.connections());
        this.queue = new PlaceQueue(() -> terms.limit().get(), rules, reason, System::nanoTime);
    }

    private Terms terms(Deployment deployment, int first) {
        DeploymentLimit limit = new DeploymentLimit(
                first, least, deployment.connections(), deployment.timeouts().firstToken());
        return new Terms(limit, deployment.connections());
    }

    /** The deployment may have been changed; what it has shown of itself still holds. */
    void follow(Deployment deployment) {
        Terms known = terms;
        if (known.connections() != deployment.connections()) {
            int most = deployment.connections();
            int limit = known.limit().get();
            terms = terms(deployment, limit == known.connections() ? most : Math.min(limit, most));
            queue.limitChanged();
        }
    }

    PlaceQueue queue() {
        return queue;
    }

    void firstToken(long startedNanos, long tookNanos) {
        terms.limit().firstToken(startedNanos, tookNanos, queue.inUse());
        queue.limitChanged();
    }

    void answered(long startedNanos) {
        terms.limit().answered(startedNanos, queue.inUse());
    }

    void refused(long startedNanos) {
        terms.limit().refused(startedNanos, queue.inUse());
    }
}
