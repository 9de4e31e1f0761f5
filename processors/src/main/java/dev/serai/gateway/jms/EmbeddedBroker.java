/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.nio.file.Path;
import java.util.List;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.jms.artemis.ArtemisProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

import dev.serai.gateway.config.SeraiHome;

/**
 * The broker inside the gateway, where no other is configured: durable, below {@code data/artemis}, and reached from this
 * JVM only unless it is given an acceptor. An external broker has to be told the same of the door's queues: docs/jms.md.
 */
@org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "serai.jms.enabled", havingValue = "true")
@ConditionalOnProperty(name = "spring.artemis.mode", havingValue = "embedded")
class EmbeddedBroker {
    private static final long SCAN_FOR_EXPIRED_MS = 1_000;
    private static final long REDELIVERY_DELAY_MS = 500;

    /** After the database, which says at once where another process has this home: the broker would wait for it to end. */
    @Bean(initMethod = "start", destroyMethod = "stop")
    @DependsOnDatabaseInitialization
    EmbeddedActiveMQ broker(
            SeraiHome home,
            JmsQueues queues,
            ArtemisProperties artemis,
            @Value("${serai.jms.acceptor}") String acceptor) {
        Configuration broker = durable(home.data().resolve("artemis"));
        broker.addAcceptorConfiguration(new TransportConfiguration(
                InVMAcceptorFactory.class.getName(), artemis.getEmbedded().generateTransportParameters()));
        broker.addAddressSetting("#", others(queues));
        broker.addAddressSetting(queues.requests() + ".#", requests(queues));
        for (String queue : List.of(queues.requests(), queues.deadLetters(), queues.expired())) {
            broker.addQueueConfiguration(QueueConfiguration.of(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(true)
                    .setAutoDelete(false));
        }
        if (!acceptor.isBlank()) {
            addAcceptor(broker, acceptor);
        }
        EmbeddedActiveMQ server = new EmbeddedActiveMQ();
        server.setConfiguration(broker);
        return server;
    }

    private static Configuration durable(Path data) {
        return new ConfigurationImpl()
                .setName("serai")
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .setMessageExpiryScanPeriod(SCAN_FOR_EXPIRED_MS)
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(data.resolve("journal").toString())
                .setBindingsDirectory(data.resolve("bindings").toString())
                .setPagingDirectory(data.resolve("paging").toString())
                .setLargeMessagesDirectory(data.resolve("large-messages").toString());
    }

    private static void addAcceptor(Configuration broker, String acceptor) {
        try {
            broker.addAcceptorConfiguration("serai", acceptor);
        } catch (Exception e) {
            throw new IllegalArgumentException("serai.jms.acceptor '" + acceptor + "' is no acceptor's URL", e);
        }
    }

    /** The door counts deliveries itself: the broker's own line in the log would quote the message, its key included. */
    private static AddressSettings requests(JmsQueues queues) {
        return new AddressSettings()
                .setExpiryAddress(SimpleString.of(queues.expired()))
                .setMaxDeliveryAttempts(-1)
                .setRedeliveryDelay(REDELIVERY_DELAY_MS);
    }

    /** E.g. replies: what expires there, or is taken and given back too often, is kept. */
    private static AddressSettings others(JmsQueues queues) {
        return new AddressSettings()
                .setDeadLetterAddress(SimpleString.of(queues.deadLetters()))
                .setExpiryAddress(SimpleString.of(queues.deadLetters()));
    }
}
