/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** A deployment whose connections are all in use (E7, K2). */
class FullPoolTest {
    @Test
    @DisplayName("E7: a call that finds no connection free goes on to the next deployment")
    void hopsToTheNextDeployment() throws Exception {
        // Given
        GatewayUnderTest gateway = GatewayUnderTest.builder()
                .deployment("narrow", "llm:sim/quick?sim.latency=3s", "connections: 1", "timeouts: { connect: 300ms }")
                .deployment("wide", "llm:sim/quick?sim.tokens=10", "connections: 64")
                .task("narrow-then-wide", "narrow,wide", "deadline: 10s")
                .shared();
        GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
        List<CompletableFuture<GatewayClient.Reply>> calls = new ArrayList<>();
        // When
        for (int i = 0; i < 5; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> chat(client)));
        }
        List<GatewayClient.Reply> replies =
                calls.stream().map(CompletableFuture::join).toList();
        // Then
        assertThat(replies).allMatch(reply -> reply.status() == 200);
        List<String> outcomes = new ArrayList<>();
        for (GatewayClient.Reply reply : replies) {
            JsonNode attempts = gateway.awaitRecord(reply.requestId()).path("attempts");
            outcomes.add(attempts.findValuesAsText("outcome").toString());
        }
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        "[ok]", "[overloaded, ok]", "[overloaded, ok]", "[overloaded, ok]", "[overloaded, ok]");
    }

    private static GatewayClient.Reply chat(GatewayClient client) {
        try {
            return client.chat("narrow-then-wide", false);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
