/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.Optional;

import org.awaitility.Awaitility;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Finds the record of a call that got no reply by the trace that its request belongs to. */
final class JmsRecords {
    private JmsRecords() {}

    static JsonNode await(GatewayUnderTest gateway, String traceId, String outcome) {
        JsonNode entry = Awaitility.await("the record of trace " + traceId)
                .atMost(Duration.ofSeconds(20))
                .until(() -> find(gateway, traceId), Optional::isPresent)
                .orElseThrow();
        assertThat(entry.path("outcome").textValue()).isEqualTo(outcome);
        return entry;
    }

    private static Optional<JsonNode> find(GatewayUnderTest gateway, String traceId) {
        return gateway.records().stream()
                .filter(entry -> traceId.equals(entry.path("traceId").textValue()))
                .findFirst();
    }
}
