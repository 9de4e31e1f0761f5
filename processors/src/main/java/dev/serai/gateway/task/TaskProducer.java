/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Runs a call's task: the version that the call was given when it was resolved, whatever has been loaded since. */
final class TaskProducer extends DefaultAsyncProducer {
    private final String name;
    private final TaskRegistry registry;

    TaskProducer(Endpoint endpoint, String name, TaskRegistry registry) {
        super(endpoint);
        this.name = name;
        this.registry = registry;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Call call = exchange.getProperty(Call.PROPERTY, Call.class);
        TaskVersion version =
                call != null && call.task() != null && call.task().name().equals(name)
                        ? call.task()
                        : registry.called(name, call).orElse(null);
        if (version == null) {
            exchange.setException(
                    LlmException.of(ErrorClass.NOT_FOUND).detail("no such task").build());
            callback.done(true);
            return true;
        }
        return version.route().process(exchange, callback);
    }
}
