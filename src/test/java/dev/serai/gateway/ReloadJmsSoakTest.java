/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.Map;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.gateway.reload.ReloadState;

import static org.assertj.core.api.Assertions.assertThat;

/** The JMS door, changed while requests come. */
@Tag("soak")
class ReloadJmsSoakTest {
    private static final String DOOR = "routes/doors/jms.yaml";
    private static final int MORE = 20;

    private ReloadBed bed;
    private JmsClient client;

    @BeforeEach
    void start() {
        bed = new ReloadBed(ReloadBed.setup(10).start());
        client = JmsClient.of(bed.gateway());
    }

    @AfterEach
    void stop() {
        client.close();
        bed.gateway().close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "its steps, ref: through-gateway, 'ref: through-gateway\n        - log: { message: edited, loggingLevel: TRACE }'",
        "its consumer, 'concurrentConsumers: \"{{serai.jms.consumers}}\"', 'concurrentConsumers: 2'",
        "its way of waiting, 'transacted: true', 'transacted: true\n        receiveTimeout: 500'"
    })
    @DisplayName("Q1 Q2: every request is answered once, whatever of the door changes meanwhile")
    void aChangedDoor(String what, String text, String replacement) throws JMSException {
        // Given
        ReloadState state = bed.gateway().bean(ReloadState.class);
        assertThat(status()).isEqualTo(200);
        // When
        long before = state.applied();
        int at = bed.read(DOOR).indexOf(text);
        String after = bed.read(DOOR).substring(at + text.length());
        bed.write(DOOR, bed.read(DOOR).substring(0, at) + replacement + after);
        while (state.applied() == before && bed.problems().isEmpty()) {
            assertThat(status()).isEqualTo(200);
        }
        // Then
        assertThat(bed.problems()).isEmpty();
        for (int i = 0; i < MORE; i++) {
            assertThat(status()).isEqualTo(200);
        }
        ReloadBed.await("the old consumer is gone")
                .until(() -> bed.routes("door-jms--").size() == 2);
    }

    private int status() throws JMSException {
        Message reply = client.ask(
                GatewayClient.chatBody("answer", false, "Where is my order?"),
                Map.of("SeraiKey", bed.gateway().key()));
        return reply.getIntProperty("SeraiStatus");
    }
}
