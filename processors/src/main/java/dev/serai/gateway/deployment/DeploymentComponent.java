/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Map;

import org.apache.camel.AsyncProcessor;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.edition.Units;

/**
 * The scheme {@code deployment}: {@code deployment:name} calls that deployment's route for the call in hand, checks it
 * first and writes the attempt into the ledger. Whatever a task's route does, it cannot get round this.
 */
@Component("deployment-component")
public final class DeploymentComponent extends DefaultComponent {
    private final AttemptRunner runner;
    private final Units units;
    private final Editions editions;

    DeploymentComponent(AttemptRunner runner, Units units, Editions editions) {
        this.runner = runner;
        this.units = units;
        this.editions = editions;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> parameters) {
        return new DeploymentEndpoint(uri, this, name);
    }

    AttemptRunner runner() {
        return runner;
    }

    void open(String routeId, String name, AsyncProcessor route) {
        units.of(routeId).open("deployment:" + name, route);
    }

    void close(String routeId, AsyncProcessor route) {
        units.of(routeId).close(route);
    }

    /** The deployment's route, for that exchange; null where there is none of that name. */
    AsyncProcessor route(Exchange exchange, String name) {
        return editions.flow(exchange, "deployment:" + name);
    }
}
