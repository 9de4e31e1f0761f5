/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("A5: a broker outside, that is killed or stopped, and comes back")
@Tag("soak")
class JmsRestartSoakTest {
    private static final int REQUESTS = 1000;
    private static final int CONSUMERS = 8;
    private static final int OUTAGES = 3;
    private static final Duration RESUMED = Duration.ofSeconds(20);
    private static final Duration DONE = Duration.ofSeconds(60);
    private static final Duration NOTHING_MORE = Duration.ofSeconds(1);

    @TempDir
    Path data;

    @Test
    @DisplayName("A5: a thousand requests, sent while the broker is killed twice and stopped once, get one reply each")
    void answersEachOnce() throws Exception {
        try (JmsBroker broker = new JmsBroker(data)) {
            broker.start();
            try (GatewayUnderTest gateway = gateway(broker);
                    JmsLoad load = new JmsLoad(broker.url(), gateway.key(), REQUESTS)) {
                // Given
                load.start();
                // When
                for (int outage = 1; outage <= OUTAGES; outage++) {
                    await(load, outage * REQUESTS / (OUTAGES + 1), DONE);
                    if (outage == 2) {
                        broker.stop();
                    } else {
                        broker.kill();
                    }
                    int before = load.answered();
                    broker.start();
                    await(load, before + 2 * CONSUMERS, RESUMED);
                }
                await(load, REQUESTS, DONE);
                // Then
                assertNothingMore(load);
                assertOneReplyEach(load.replies());
                assertThat(gateway.recordsAtRest())
                        .as("calls worked")
                        .isBetween(REQUESTS, REQUESTS + OUTAGES * CONSUMERS);
            }
        }
    }

    private static GatewayUnderTest gateway(JmsBroker broker) {
        return GatewayUnderTest.builder()
                .deployment("one-quick", "llm:sim/quick?sim.latency=30ms&sim.tokens=5")
                .task("quickly", "one-quick")
                .property("spring.artemis.mode", "native")
                .property("spring.artemis.broker-url", broker.url())
                .property("serai.jms.consumers", Integer.toString(CONSUMERS))
                .property("serai.jms.max-consumers", Integer.toString(CONSUMERS))
                .start();
    }

    private static void await(JmsLoad load, int answered, Duration patience) {
        Awaitility.await(answered + " answers")
                .atMost(patience)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> load.answered() >= answered);
    }

    private static void assertNothingMore(JmsLoad load) {
        int received = load.replies().size();
        Awaitility.await("no further reply")
                .during(NOTHING_MORE)
                .atMost(NOTHING_MORE.multipliedBy(2))
                .until(() -> load.replies().size() == received);
    }

    private static void assertOneReplyEach(List<Message> replies) throws JMSException {
        Map<String, List<Message>> last = new TreeMap<>();
        Map<String, TreeSet<Integer>> groups = new TreeMap<>();
        for (Message reply : replies) {
            if (reply.getBooleanProperty("SeraiFinal")) {
                last.computeIfAbsent(reply.getJMSCorrelationID(), id -> new ArrayList<>())
                        .add(reply);
            }
            if (reply.propertyExists("JMSXGroupID")) {
                groups.computeIfAbsent(reply.getStringProperty("JMSXGroupID"), id -> new TreeSet<>())
                        .add(reply.getIntProperty("JMSXGroupSeq"));
            }
        }
        for (int request = 0; request < REQUESTS; request++) {
            List<Message> own = last.remove(JmsLoad.id(request));
            assertThat(own).as("replies to " + JmsLoad.id(request)).hasSize(1);
            assertThat(own.get(0).getIntProperty("SeraiStatus")).isEqualTo(200);
            if (JmsLoad.streamed(request)) {
                assertThat(groups.get(own.get(0).getStringProperty("JMSXGroupID")))
                        .as("the whole stream of " + JmsLoad.id(request))
                        .hasSize(own.get(0).getIntProperty("JMSXGroupSeq"));
            }
        }
        assertThat(last).as("replies to nobody").isEmpty();
    }
}
