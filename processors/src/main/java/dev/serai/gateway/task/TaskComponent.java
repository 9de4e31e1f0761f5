/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Map;

import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

import dev.serai.gateway.SeraiHome;
import dev.serai.gateway.reload.RouteVersions;

/** The scheme {@code task}: a route that consumes from {@code task:name} is that task, its parameters are the contract. */
@Component("task-component")
public final class TaskComponent extends DefaultComponent {
    private final TaskRegistry registry;
    private final RouteVersions routeVersions;
    private final SeraiHome home;

    TaskComponent(TaskRegistry registry, RouteVersions routeVersions, SeraiHome home) {
        this.registry = registry;
        this.routeVersions = routeVersions;
        this.home = home;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String name, Map<String, Object> parameters) {
        TaskEndpoint endpoint = new TaskEndpoint(uri, this, name, Map.copyOf(parameters));
        // the contract reader answers for the parameters, and refuses unknown ones with a better message
        parameters.clear();
        return endpoint;
    }

    TaskRegistry registry() {
        return registry;
    }

    RouteVersions routeVersions() {
        return routeVersions;
    }

    SeraiHome home() {
        return home;
    }
}
