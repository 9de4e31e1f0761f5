/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.List;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.gateway.admission.overload.InstancePlaces;
import dev.serai.gateway.admission.overload.QueueView;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;

/** Places and queues of the instance that is asked, by the bean name {@code admin-overload}. Thread-safe, stateless. */
@Component("admin-overload")
public final class AdminOverload {
    private final InstancePlaces instance;
    private final DeploymentPlaces deployments;
    private final Catalogue catalogue;

    AdminOverload(InstancePlaces instance, DeploymentPlaces deployments, Catalogue catalogue) {
        this.instance = instance;
        this.deployments = deployments;
        this.catalogue = catalogue;
    }

    /**
     * The instance.
     *
     * @param lateMs how late its threads run
     * @param heap   the share that was in use after the latest collection of garbage
     */
    record Instance(@JsonUnwrapped QueueView places, long lateMs, double heap) {}

    record OfDeployment(String deployment, @JsonUnwrapped QueueView places) {}

    record Report(Instance instance, List<OfDeployment> deployments) {}

    public void report(Exchange exchange) {
        AdminDoor.answer(
                exchange,
                new Report(
                        new Instance(
                                instance.view(),
                                instance.lateness().toMillis(),
                                Math.round(instance.heap() * 1000) / 1000.0),
                        catalogue.current().all().stream()
                                .filter(Deployment::usable)
                                .map(deployment -> new OfDeployment(deployment.name(), deployments.view(deployment)))
                                .toList()));
    }
}
