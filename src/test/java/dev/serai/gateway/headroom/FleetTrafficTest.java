/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What instances tell of their traffic is added up, and an instance that is gone is forgotten (D5). */
class FleetTrafficTest {
    private static final Flow FLOW = new Flow("task", "deployment");

    @Test
    @DisplayName("D5: the traffic of all instances counts, each by its latest word")
    void addsUp() {
        // When
        FleetTraffic traffic = tell(tell(tell(null, "one", 9, 1_000), "two", 5, 1_500), "one", 3, 2_000);
        // Then
        assertThat(traffic.sum(2_500)).isEqualTo(Map.of(FLOW, new Load(8, 80)));
    }

    @Test
    @DisplayName(
            "D5: an instance that has been silent for 10 s drops out of the sum, and out of memory with the next word")
    void forgets() {
        // When
        FleetTraffic before = tell(tell(null, "gone", 9, 1_000), "here", 5, 10_500);
        FleetTraffic after = tell(before, "here", 5, 12_500);
        // Then
        assertThat(before.sum(10_600)).isEqualTo(Map.of(FLOW, new Load(14, 140)));
        assertThat(before.sum(11_000)).isEqualTo(Map.of(FLOW, new Load(5, 50)));
        assertThat(after.parts()).containsOnlyKeys("here");
        assertThat(after.stamp()).isGreaterThan(before.stamp());
    }

    @Test
    @DisplayName("D5: a window holds a minute, by the second, and no more")
    void aMinute() {
        // Given
        MinuteWindow window = new MinuteWindow();
        window.add(120, 1, 10);
        window.add(150, 2, 20);
        // Then
        assertThat(window.sum(179)).isEqualTo(new Load(3, 30));
        assertThat(window.sum(180)).isEqualTo(new Load(2, 20));
        window.add(180, 4, 40);
        assertThat(window.sum(180)).isEqualTo(new Load(6, 60));
        assertThat(window.sum(300)).isEqualTo(Load.NONE);
    }

    private static FleetTraffic tell(FleetTraffic old, String instance, long requests, long now) {
        return FleetTraffic.tell(instance, new TreeMap<>(Map.of(FLOW, new Load(requests, requests * 10))))
                .apply(old, now);
    }
}
