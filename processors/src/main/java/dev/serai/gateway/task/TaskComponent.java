/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Map;

import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.edition.Units;

/** The scheme {@code task}: a route that consumes from {@code task:name} is that task, its parameters are the contract. */
@Component("task-component")
public final class TaskComponent extends DefaultComponent {
    private final TaskRegistry registry;
    private final Units units;
    private final Editions editions;

    TaskComponent(TaskRegistry registry, Units units, Editions editions) {
        this.registry = registry;
        this.units = units;
        this.editions = editions;
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

    Units units() {
        return units;
    }

    Editions editions() {
        return editions;
    }
}
