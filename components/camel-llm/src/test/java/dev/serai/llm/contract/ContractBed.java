/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.io.Closeable;
import java.io.IOException;

import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimServer;

/** The component and the simulated providers that it calls. Used by one thread. */
final class ContractBed implements Closeable {
    final SimServer sim;
    final DefaultCamelContext camel = new DefaultCamelContext();
    final ProducerTemplate template;

    ContractBed() throws IOException {
        sim = SimServer.start();
        camel.start();
        template = camel.createProducerTemplate();
    }

    /** Calls of an application that speaks this dialect. */
    ContractCall call(ProviderRow row, Dialect caller) {
        return new ContractCall(this, row, caller);
    }

    @Override
    public void close() {
        camel.stop();
        sim.close();
    }
}
