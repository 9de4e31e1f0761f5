/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.camel.AsyncProcessor;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

/**
 * The scheme {@code deployment}: {@code deployment:name} calls that deployment's route for the call in hand, checks it
 * first and writes the attempt into the ledger. Whatever a task's route does, it cannot get round this.
 */
@Component("deployment-component")
public final class DeploymentComponent extends DefaultComponent {
    private final Map<String, AsyncProcessor> routes = new ConcurrentHashMap<>();
    private final AttemptRunner runner;

    DeploymentComponent(AttemptRunner runner) {
        this.runner = runner;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> parameters) {
        return new DeploymentEndpoint(uri, this, name);
    }

    AttemptRunner runner() {
        return runner;
    }

    void register(String name, AsyncProcessor route) {
        routes.put(name, route);
    }

    void unregister(String name, AsyncProcessor route) {
        routes.remove(name, route);
    }

    AsyncProcessor route(String name) {
        return routes.get(name);
    }
}
