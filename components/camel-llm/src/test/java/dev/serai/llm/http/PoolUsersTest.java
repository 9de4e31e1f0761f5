/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.http;

import java.time.Duration;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Pools last as long as somebody uses them. */
class PoolUsersTest {
    private final ConnectionPools pools = new ConnectionPools();

    @Test
    void aPoolLastsUntilItsLastUserReleasesIt() {
        // Given
        PoolKey key = key(64);
        CloseableHttpClient client = pools.get(key, null);
        assertThat(pools.get(key, null)).isSameAs(client);
        // When
        pools.release(key);
        // Then
        assertThat(pools.get(key, null)).isSameAs(client);
        // When
        pools.release(key);
        pools.release(key);
        // Then
        assertThat(pools.size()).isZero();
        assertThat(pools.get(key, null)).isNotSameAs(client);
    }

    @Test
    void othersAreLeftAlone() {
        // Given
        CloseableHttpClient other = pools.get(key(32), null);
        pools.get(key(64), null);
        // When
        pools.release(key(64));
        // Then
        assertThat(pools.size()).isOne();
        assertThat(pools.get(key(32), null)).isSameAs(other);
    }

    private static PoolKey key(int connections) {
        return new PoolKey("pool", connections, Duration.ofSeconds(1), null, 0, null);
    }
}
