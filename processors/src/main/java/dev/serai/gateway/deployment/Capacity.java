/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.llm.LlmComponent;

/** Whether a deployment can take a call that need not be made: a hedge, a shadow. Thread-safe, stateless. */
@Component
public final class Capacity {
    private final Breakers breakers;
    private final DeploymentPlaces places;
    private final LlmComponent llm;

    Capacity(Breakers breakers, DeploymentPlaces places, LlmComponent llm) {
        this.breakers = breakers;
        this.places = places;
        this.llm = llm;
    }

    /** Its breaker is closed, and it has a place and a connection free. */
    public boolean isSpare(Deployment deployment) {
        return breakers.isClosed(deployment.name())
                && places.hasRoom(deployment)
                && llm.leasedConnections(deployment.name()) < deployment.connections();
    }
}
