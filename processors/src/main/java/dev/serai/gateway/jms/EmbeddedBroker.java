/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.jms.artemis.ArtemisConfigurationCustomizer;
import org.springframework.stereotype.Component;

/** What the broker inside the gateway knows of the door's queues. An external broker has to be told the same: docs/jms.md. */
@Component
final class EmbeddedBroker implements ArtemisConfigurationCustomizer {
    private static final long SCAN_FOR_EXPIRED_MS = 1_000;
    private static final long REDELIVERY_DELAY_MS = 500;

    private final JmsQueues queues;
    private final int maxDeliveries;
    private final String acceptor;

    EmbeddedBroker(
            JmsQueues queues,
            @Value("${serai.jms.max-deliveries}") int maxDeliveries,
            @Value("${serai.jms.acceptor}") String acceptor) {
        this.queues = queues;
        this.maxDeliveries = maxDeliveries;
        this.acceptor = acceptor;
    }

    @Override
    public void customize(Configuration broker) {
        broker.setJMXManagementEnabled(false);
        broker.setMessageExpiryScanPeriod(SCAN_FOR_EXPIRED_MS);
        broker.addAddressSetting(queues.requests() + ".#", requests());
        if (!acceptor.isBlank()) {
            addAcceptor(broker);
        }
    }

    private void addAcceptor(Configuration broker) {
        try {
            broker.addAcceptorConfiguration("serai", acceptor);
        } catch (Exception e) {
            throw new IllegalArgumentException("serai.jms.acceptor '" + acceptor + "' is no acceptor's URL", e);
        }
    }

    /** A consumer works on one call at a time, for as long as it takes: what it fetched ahead would wait behind it. */
    private AddressSettings requests() {
        return new AddressSettings()
                .setDeadLetterAddress(SimpleString.of(queues.deadLetters()))
                .setExpiryAddress(SimpleString.of(queues.expired()))
                .setMaxDeliveryAttempts(maxDeliveries)
                .setRedeliveryDelay(REDELIVERY_DELAY_MS)
                .setDefaultConsumerWindowSize(0);
    }
}
