/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * What the door asks of connections to a broker, embedded or not: a session with a call at work dies with its connection
 * instead of moving to a new one in silence, and the consumers make new ones.
 */
@Component
final class BrokerConnections implements BeanPostProcessor {
    private static final long CALL_TIMEOUT_MS = 5_000;

    /** Netty, which Artemis connects with, does not look for native libraries: newer JVMs warn of them. */
    BrokerConnections() {
        System.setProperty("io.netty.transport.noNative", "true");
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof ActiveMQConnectionFactory connections) {
            connections.setReconnectAttempts(0);
            // a consumer works on one call for as long as it takes: what it fetched ahead would wait behind it
            connections.setConsumerWindowSize(0);
            // a connection to a broker that dies just then waits for that long, and the consumers with it
            if (connections.getCallTimeout() == ActiveMQClient.DEFAULT_CALL_TIMEOUT) {
                connections.setCallTimeout(CALL_TIMEOUT_MS);
            }
        }
        return bean;
    }
}
