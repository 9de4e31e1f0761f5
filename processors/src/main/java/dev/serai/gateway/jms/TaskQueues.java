/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.List;
import java.util.Map;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import dev.serai.gateway.edition.RouteStamps;

/** A route for each task that has a queue of its own, from the template in routes/doors/jms.yaml. */
@Component
final class TaskQueues implements RouteStamps {
    private static final String TEMPLATE = "door-jms-task";

    private final JmsQueues queues;
    private final boolean enabled;

    TaskQueues(JmsQueues queues, @Value("${serai.jms.enabled}") boolean enabled) {
        this.queues = queues;
        this.enabled = enabled;
    }

    @Override
    public List<Stamp> stamps() {
        return enabled ? queues.tasks().stream().map(this::stamp).toList() : List.of();
    }

    private Stamp stamp(String task) {
        return new Stamp(TEMPLATE + "-" + task, TEMPLATE, Map.of("task", task, "queue", queues.ofTask(task)));
    }
}
