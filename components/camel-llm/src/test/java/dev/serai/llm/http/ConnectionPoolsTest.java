/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.impl.DefaultCamelContext;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.provider.sim.SimServer;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionPoolsTest {
    @Test
    @DisplayName("connections that the busiest moment has left behind are closed when nobody has used them for a while")
    void closesIdleConnections() throws Exception {
        try (SimServer sim = SimServer.start();
                ConnectionPools pools = new ConnectionPools();
                DefaultCamelContext context = new DefaultCamelContext()) {
            // Given
            PoolKey key = new PoolKey("busy", 10, Duration.ofSeconds(5), null, 0, null);
            URI uri = URI.create("http://127.0.0.1:" + sim.port() + "/__sim/requests");
            List<ClassicHttpResponse> open = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                open.add(pools.get(key, context).executeOpen(HttpHost.create(uri), new HttpGet(uri), null));
            }
            for (ClassicHttpResponse response : open.subList(1, 4)) {
                EntityUtils.consume(response.getEntity());
            }
            assertThat(pools.idle()).isEqualTo(3);
            // When
            pools.closeIdle(Duration.ofMinutes(1));
            int young = pools.idle();
            pools.closeIdle(Duration.ZERO);
            // Then: the one in use stays
            assertThat(young).isEqualTo(3);
            assertThat(pools.idle()).isZero();
            assertThat(pools.leased()).isEqualTo(1);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> sim.journal().openConnections() == 1);
            open.get(0).close();
        }
    }
}
