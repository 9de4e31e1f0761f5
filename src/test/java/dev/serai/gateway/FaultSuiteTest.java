/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;

/** The sixteen faults on the gateway in this JVM; its outage is ten times as fast as the one on the jar. */
class FaultSuiteTest extends FaultSuite {
    private final GatewayUnderTest gateway =
            FaultWall.setup("breaker: { cooldown: 3s }").shared();

    @Override
    GatewayClient client() {
        return new GatewayClient(gateway.baseUrl(), gateway.key());
    }

    @Override
    JsonNode awaitRecord(String requestId) {
        return gateway.awaitRecord(requestId);
    }

    @Override
    OutageDrill drill() {
        return new OutageDrill(Duration.ofSeconds(6), Duration.ofMillis(400), Duration.ofSeconds(5));
    }
}
