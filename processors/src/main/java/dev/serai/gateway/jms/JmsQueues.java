/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.List;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The names of the door's own queues. Immutable. */
@Component
final class JmsQueues {
    private final String requests;
    private final String deadLetters;
    private final String expired;
    private final List<String> tasks;

    JmsQueues(
            @Value("${serai.jms.queue}") String requests,
            @Value("${serai.jms.dead-letter-queue}") String deadLetters,
            @Value("${serai.jms.expiry-queue}") String expired,
            @Value("${serai.jms.task-queues}") List<String> tasks) {
        this.requests = requests;
        this.deadLetters = deadLetters;
        this.expired = expired;
        this.tasks = tasks.stream()
                .map(String::strip)
                .filter(task -> !task.isEmpty())
                .toList();
    }

    String requests() {
        return requests;
    }

    String deadLetters() {
        return deadLetters;
    }

    String expired() {
        return expired;
    }

    /** The tasks that have a queue of their own. */
    List<String> tasks() {
        return tasks;
    }

    String ofTask(String task) {
        return requests + "." + task;
    }

    /** Where an answer may go: nobody can make the gateway write to its own queues. Null for nowhere. */
    Destination replyAddress(Destination replyTo) throws JMSException {
        if (replyTo instanceof Queue queue) {
            String name = queue.getQueueName();
            boolean own = name.equals(requests)
                    || name.startsWith(requests + ".")
                    || name.equals(deadLetters)
                    || name.equals(expired);
            return own ? null : replyTo;
        }
        return replyTo;
    }
}
