/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** A deployment as an endpoint: consumed from by its route, called by tasks and patterns. */
final class DeploymentEndpoint extends DefaultEndpoint implements MultipleConsumersSupport {
    private final String name;

    DeploymentEndpoint(String uri, DeploymentComponent component, String name) {
        super(uri, component);
        this.name = name;
    }

    /** One for each version. */
    @Override
    public boolean isMultipleConsumersSupported() {
        return true;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new DefaultConsumer(this, processor) {
            @Override
            protected void doStart() throws Exception {
                super.doStart();
                component().open(getRouteId(), name, getAsyncProcessor());
            }

            @Override
            protected void doStop() throws Exception {
                component().close(getRouteId(), getAsyncProcessor());
                super.doStop();
            }
        };
    }

    @Override
    public Producer createProducer() {
        return new DefaultProducer(this) {
            @Override
            public void process(Exchange exchange) throws Exception {
                component().runner().run(exchange, name, component().route(exchange, name));
            }
        };
    }

    private DeploymentComponent component() {
        return (DeploymentComponent) getComponent();
    }
}
