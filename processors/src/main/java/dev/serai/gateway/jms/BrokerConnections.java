/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * What the door's promises ask of connections to a broker, embedded or not. Artemis' client would move a session whose
 * connection broke to a new one by itself, and in silence: the request's acknowledgement, which it had not sent yet, is lost
 * on the way, so that a commit there sends the reply and leaves the request to be answered again. A session has to die with
 * its connection; the consumers make new ones.
 */
@Component
final class BrokerConnections implements BeanPostProcessor {
    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof ActiveMQConnectionFactory connections) {
            connections.setReconnectAttempts(0);
            // a consumer works on one call for as long as it takes: what it fetched ahead would wait behind it
            connections.setConsumerWindowSize(0);
        }
        return bean;
    }
}
