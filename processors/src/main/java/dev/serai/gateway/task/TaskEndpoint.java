/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Map;

import org.apache.camel.Consumer;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

import dev.serai.gateway.edition.Unit;

/** A task as an endpoint: consumed from by its route, called by the gateway route. */
final class TaskEndpoint extends DefaultEndpoint implements MultipleConsumersSupport {
    private final String name;
    private final Map<String, Object> parameters;

    TaskEndpoint(String uri, TaskComponent component, String name, Map<String, Object> parameters) {
        super(uri, component);
        this.name = name;
        this.parameters = parameters;
    }

    /** One for each version. */
    @Override
    public boolean isMultipleConsumersSupported() {
        return true;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new TaskConsumer(processor);
    }

    @Override
    public Producer createProducer() {
        return new TaskProducer(this, name, component().registry());
    }

    private TaskComponent component() {
        return (TaskComponent) getComponent();
    }

    /** The version that the consumer's route is: there from its start to its stop. */
    private final class TaskConsumer extends DefaultConsumer {
        private TaskVersion version;

        TaskConsumer(Processor processor) {
            super(TaskEndpoint.this, processor);
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            Unit unit = unit();
            TaskContract contract = new ContractReader(unit.texts(), parameters).read();
            TaskSource source = unit.source(name);
            version = new TaskVersion(
                    name,
                    contract,
                    ProfileVersion.of(contract, parameters, source.flow()),
                    source.version(),
                    source.deployments(),
                    getAsyncProcessor());
            unit.open(version);
        }

        @Override
        protected void doStop() throws Exception {
            unit().close(version);
            super.doStop();
        }

        private Unit unit() {
            return component().units().of(getRouteId());
        }
    }
}
