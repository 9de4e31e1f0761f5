/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.drill.Drill;
import dev.serai.gateway.drill.Drills;
import dev.serai.gateway.headroom.Headroom;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** Instances of a fleet add their traffic up, and rehearse an outage together (D5, E8). */
@Tag("soak")
class FleetCapacitySoakTest {
    private static final String COUNTED = "counted";
    private static final String DRILLED = "drilled";

    private static FleetUnderTest fleet;

    @BeforeAll
    static void start() throws IOException {
        GatewayUnderTest.closeRunning();
        fleet = new FleetUnderTest(
                GatewayUnderTest.builder()
                        .deployment(COUNTED, "llm:sim/quick")
                        .deployment(DRILLED, "llm:sim/quick")
                        .deployment("steady", "llm:sim/quick")
                        .task(COUNTED, COUNTED + ",steady")
                        .task(DRILLED, DRILLED + ",steady"),
                2);
    }

    @AfterAll
    static void stop() throws IOException {
        fleet.close();
    }

    @Test
    @DisplayName("D5: the headroom of each instance counts what all carry")
    void trafficAddsUp() throws Exception {
        // When
        for (int i = 0; i < 6; i++) {
            fleet.instance(i % 2).client().chat(COUNTED, i > 2);
        }
        // Then
        FaultBed.within(ofSeconds(20))
                .until(() -> fleet.all().stream().allMatch(instance -> instance.bean(Headroom.class).report().stream()
                        .anyMatch(task ->
                                task.task().equals(COUNTED) && task.load().requests() == 6)));
    }

    @Test
    @DisplayName(
            "E8: a drill that is begun on one instance holds on all within a second, and ended on another it ends on all")
    void drill() throws Exception {
        // Given
        int asked = fleet.asked(DRILLED);
        Drills first = fleet.instance(0).bean(Drills.class);
        long now = first.now();
        // When
        Drill begun = first.begin(
                        new Drill(DRILLED, "drill-test", "{\"status\": 503}", 100, null, "tests", now, now + 60_000, 0))
                .join();
        // Then
        FaultBed.within(ofSeconds(1)).until(() -> drilled() == 2);
        assertThat(fleet.instance(1).client().chat(DRILLED, false).status()).isEqualTo(200);
        assertThat(fleet.asked(DRILLED)).isEqualTo(asked);
        // When
        fleet.instance(1).bean(Drills.class).end(begun).join();
        // Then
        FaultBed.within(ofSeconds(1)).until(() -> drilled() == 0);
    }

    private static long drilled() {
        return fleet.all().stream()
                .filter(instance -> instance.bean(Drills.class).running(DRILLED).isPresent())
                .count();
    }
}
