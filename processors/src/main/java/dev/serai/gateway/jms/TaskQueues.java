/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.model.Model;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Stamps a route for each task that has a queue of its own from the template in routes/doors/jms.yaml. */
@Component
final class TaskQueues implements CamelContextConfiguration {
    private static final String TEMPLATE = "door-jms-task";

    private final JmsQueues queues;
    private final boolean enabled;

    TaskQueues(JmsQueues queues, @Value("${serai.jms.enabled}") boolean enabled) {
        this.queues = queues;
        this.enabled = enabled;
    }

    @Override
    public void beforeApplicationStart(CamelContext camel) {
        // the template is not there yet
    }

    @Override
    public void afterApplicationStart(CamelContext camel) {
        if (enabled) {
            queues.tasks().forEach(task -> add(camel, task));
        }
    }

    private void add(CamelContext camel, String task) {
        Model model = camel.getCamelContextExtension().getContextPlugin(Model.class);
        try {
            model.addRouteFromTemplate(
                    TEMPLATE + "-" + task, TEMPLATE, Map.of("task", task, "queue", queues.ofTask(task)));
        } catch (Exception e) {
            throw new IllegalStateException("the route for the queue " + queues.ofTask(task) + " does not start", e);
        }
    }
}
