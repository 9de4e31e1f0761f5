/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.MultipleConsumersSupport;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/** A name by which routes are entered from within; which route it is, the exchange's {@link Edition} says. */
final class FlowEndpoint extends DefaultEndpoint implements MultipleConsumersSupport {
    private final String name;
    private final Units units;
    private final Editions editions;

    FlowEndpoint(String uri, Component component, String name, Units units, Editions editions) {
        super(uri, component);
        this.name = name;
        this.units = units;
        this.editions = editions;
    }

    /** One for each version. */
    @Override
    public boolean isMultipleConsumersSupported() {
        return true;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new FlowConsumer(processor);
    }

    @Override
    public Producer createProducer() {
        return new DefaultAsyncProducer(this) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                AsyncProcessor route = editions.flow(exchange, name);
                if (route == null) {
                    exchange.setException(
                            new DirectConsumerNotAvailableException("there is no route from " + name, exchange));
                    callback.done(true);
                    return true;
                }
                return route.process(exchange, callback);
            }
        };
    }

    private final class FlowConsumer extends DefaultConsumer implements ShutdownAware {
        FlowConsumer(Processor processor) {
            super(FlowEndpoint.this, processor);
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            units.of(getRouteId()).open(name, getAsyncProcessor());
        }

        @Override
        protected void doStop() throws Exception {
            units.of(getRouteId()).close(getAsyncProcessor());
            super.doStop();
        }

        /** At the gateway's end, calls may still come through it. */
        @Override
        public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
            return true;
        }

        @Override
        public int getPendingExchangesSize() {
            return 0;
        }

        @Override
        public void prepareShutdown(boolean suspendOnly, boolean forced) {
            // nothing is queued
        }
    }
}
