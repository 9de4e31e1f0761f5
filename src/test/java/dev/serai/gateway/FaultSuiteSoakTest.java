/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import com.fasterxml.jackson.databind.JsonNode;

/** The sixteen faults on the built jar, with an outage of a minute: {@code mvn package && mvn test -Psoak}. */
@Tag("soak")
class FaultSuiteSoakTest extends FaultSuite {
    private static JarUnderTest gateway;

    @BeforeAll
    static void startTheJar() throws IOException {
        gateway = JarUnderTest.start(FaultWall.setup("weight: 1"));
    }

    @AfterAll
    static void stopTheJar() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
    }

    @Override
    GatewayClient client() throws IOException {
        return new GatewayClient(gateway.baseUrl(), gateway.key());
    }

    @Override
    JsonNode awaitRecord(String requestId) {
        return gateway.awaitRecord(requestId);
    }

    @Override
    OutageDrill drill() {
        return new OutageDrill(Duration.ofSeconds(60), Duration.ofSeconds(4), Duration.ofSeconds(30));
    }
}
