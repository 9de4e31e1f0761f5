/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Map;

import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

import dev.serai.gateway.reload.TaskSource;

/** A task as an endpoint: consumed from by its route, called by the gateway route. */
final class TaskEndpoint extends DefaultEndpoint {
    private final String name;
    private final Map<String, Object> parameters;

    TaskEndpoint(String uri, TaskComponent component, String name, Map<String, Object> parameters) {
        super(uri, component);
        this.name = name;
        this.parameters = parameters;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        TaskContract contract = new ContractReader(component().home().path(), parameters).read();
        TaskSource source = component().routeVersions().of(name);
        TaskVersion version = new TaskVersion(
                name,
                contract,
                ProfileVersion.of(contract, parameters, source.flow()),
                source.version(),
                source.deployments(),
                AsyncProcessorConverterHelper.convert(processor));
        return new DefaultConsumer(this, processor) {
            @Override
            protected void doStart() throws Exception {
                super.doStart();
                component().registry().register(version);
            }

            @Override
            protected void doStop() throws Exception {
                component().registry().unregister(version);
                super.doStop();
            }
        };
    }

    @Override
    public Producer createProducer() {
        return new TaskProducer(this, name, component().registry());
    }

    private TaskComponent component() {
        return (TaskComponent) getComponent();
    }
}
