/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;

import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Spring Boot binds camel.component.llm.* only because the gateway does. */
class LlmOptionsTest {
    @Test
    void theOptionsOfTheComponentAreBound() throws Exception {
        var environment = new MockEnvironment()
                .withProperty("camel.component.llm.attempt-timeout", "20s")
                .withProperty("camel.component.llm.connections", "8");

        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            var options = new GatewayConfiguration().llm(camel, environment).getConfiguration();

            assertThat(options.getAttemptTimeout()).isEqualTo(Duration.ofSeconds(20));
            assertThat(options.getConnections()).isEqualTo(8);
        }
    }

    @Test
    void anUnknownOptionStopsTheStart() throws Exception {
        var environment = new MockEnvironment().withProperty("camel.component.llm.atempt-timeout", "20s");

        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            assertThatThrownBy(() -> new GatewayConfiguration().llm(camel, environment))
                    .hasMessageContaining("camel.component.llm.atempt-timeout");
        }
    }
}
