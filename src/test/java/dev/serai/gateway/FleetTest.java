/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import dev.serai.gateway.deployment.BreakerView;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.KillSwitch.Kind;
import dev.serai.gateway.fleet.KillSwitches;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** Three instances behave as one gateway, and as three where they can't (J2, K4). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FleetTest {
    private static final String SHAKY = "shaky";
    private static final String DOWN = "attempts: [{status: 503}]\nrepeatLast: true";
    private static final int THRESHOLD = 6;
    private static final String BREAKER = "breaker: { failureRate: 50, minimumCalls: 6, window: 20, cooldown: 3s }";

    private static FleetUnderTest fleet;

    @BeforeAll
    static void start() throws IOException {
        GatewayUnderTest.closeRunning();
        fleet = new FleetUnderTest(
                GatewayUnderTest.builder()
                        .deployment(SHAKY, "llm:sim/quick", BREAKER)
                        .deployment("steady", "llm:sim/quick")
                        .task("alone", SHAKY, "maxAttempts: 1")
                        .task("both", "shaky,steady"),
                3);
    }

    @AfterAll
    static void stop() throws IOException {
        fleet.close();
    }

    @BeforeEach
    void healthy() {
        fleet.script(SHAKY, "seed: 0");
        FaultBed.within(ofSeconds(10)).during(ofMillis(200)).until(FleetTest::nothingIsCounted);
    }

    /** The last results of an earlier test may come after a reset. */
    private static boolean nothingIsCounted() {
        FleetUnderTest.Instance any = fleet.instance(0);
        BreakerView view = any.bean(Breakers.class).view(any.deployment(SHAKY));
        if (view.calls() == 0 && breakersAre("CLOSED")) {
            return true;
        }
        any.bean(Breakers.class).reset(any.deployment(SHAKY)).join();
        return false;
    }

    @Test
    @Order(1)
    @DisplayName("J2: a third of the failures on each of three instances opens all three within 500 ms of the last one")
    void failuresCountTogether() throws Exception {
        // Given
        fleet.script(SHAKY, DOWN);
        for (int i = 0; i < THRESHOLD - 1; i++) {
            fail(i % 3);
        }
        assertBreakersStay("CLOSED", ofMillis(300));
        // When
        fail((THRESHOLD - 1) % 3);
        long failed = System.nanoTime();
        awaitBreakers("OPEN", ofSeconds(2));
        // Then
        assertThat(Duration.ofNanos(System.nanoTime() - failed)).isLessThan(ofMillis(500));
        assertThat(fleet.asked(SHAKY)).isEqualTo(THRESHOLD);
    }

    @Test
    @Order(2)
    @DisplayName(
            "J2: after the cooldown exactly one trial call is made in the whole fleet, whoever calls; no call is lost")
    void oneTrial() throws Exception {
        // Given
        open();
        int asked = fleet.asked(SHAKY);
        try (FleetTraffic traffic = new FleetTraffic(fleet, "both", 0, 1, 2)) {
            // When
            FaultBed.within(ofSeconds(10)).until(() -> fleet.asked(SHAKY) > asked);
            // Then: the trial failed, and the next cooldown has begun
            traffic.goOnFor(ofSeconds(2));
            assertThat(fleet.asked(SHAKY)).isEqualTo(asked + 1);
            // When
            fleet.script(SHAKY, "seed: 0");
            // Then
            awaitBreakers("CLOSED", ofSeconds(10));
            assertThat(traffic.failures()).isEmpty();
        }
    }

    @Test
    @Order(3)
    @DisplayName("J2: a trial call that is a long stream stays the only one until it ends")
    void streamedTrial() throws Exception {
        // Given
        open();
        int asked = fleet.asked(SHAKY);
        fleet.script(SHAKY, "tokens: 60\ntokenDelay: 100ms");
        Thread stream = Thread.ofVirtual().start(() -> streamUntilAsked(asked));
        FaultBed.within(ofSeconds(10)).until(() -> fleet.asked(SHAKY) > asked);
        try (FleetTraffic traffic = new FleetTraffic(fleet, "both", 1, 2)) {
            // When: well beyond the time that an instance may keep a trial call to itself
            traffic.goOnFor(ofSeconds(4));
            // Then
            assertThat(fleet.asked(SHAKY)).isEqualTo(asked + 1);
            assertThat(stream.isAlive()).isTrue();
            awaitBreakers("CLOSED", ofSeconds(10));
            assertThat(traffic.failures()).isEmpty();
        }
    }

    @Test
    @Order(4)
    @DisplayName(
            "J2: failures that a slow link tells late, or that were counted meanwhile, count once in the whole fleet")
    void lateAnswersCountOnce() throws Exception {
        // Given
        fleet.script(SHAKY, DOWN);
        fail(0);
        fail(1);
        awaitFailures(2);
        // When
        fleet.hold();
        for (int i = 0; i < 3; i++) {
            fail(i);
        }
        FaultBed.within(ofSeconds(5))
                .until(() -> fleet.all().stream()
                                .filter(instance -> !instance.bean(Fleet.class).isUp())
                                .count()
                        > 1);
        fleet.mend();
        // Then
        fleet.awaitTogether();
        awaitFailures(THRESHOLD - 1);
        assertBreakersStay("CLOSED", ofMillis(300));
        fail(2);
        awaitBreakers("OPEN", ofSeconds(2));
    }

    @Test
    @Order(5)
    @DisplayName(
            "J2: a link that is silent and then lost loses no call; each instance goes on with its own counts, and they heal when it is back")
    void linkLost() throws Exception {
        try (FleetTraffic traffic = new FleetTraffic(fleet, "both", 0, 1, 2)) {
            // When
            fleet.hold();
            traffic.goOnFor(ofSeconds(2));
            fleet.cut();
            traffic.goOnFor(ofMillis(500));
            // Then
            assertThat(traffic.failures()).isEmpty();
            assertThat(traffic.slowest()).isLessThan(ofSeconds(2));
        }
        // When
        fleet.script(SHAKY, DOWN);
        for (int i = 0; i < 40 && !fleet.instance(1).breaker(SHAKY).equals("OPEN"); i++) {
            fail(1);
        }
        // Then
        assertThat(fleet.instance(1).breaker(SHAKY)).isEqualTo("OPEN");
        assertThat(fleet.instance(0).breaker(SHAKY)).isEqualTo("CLOSED");
        // When
        fleet.script(SHAKY, "seed: 0");
        fleet.mend();
        fleet.awaitTogether();
        FleetUnderTest.Instance two = fleet.instance(2);
        two.bean(Breakers.class).force(two.deployment(SHAKY), true).join();
        // Then
        awaitBreakers("FORCED_OPEN", ofSeconds(1));
    }

    @Test
    @Order(6)
    @DisplayName(
            "K4 J2: a kill switch holds everywhere within a second; an instance that stops loses no call of the others, "
                    + "and has the switch again when it is back")
    void killSwitch() throws Exception {
        // When
        KillSwitches first = fleet.instance(0).bean(KillSwitches.class);
        first.set(Kind.DEPLOYMENT, SHAKY, true, "a drill", "tests").join();
        // Then
        FaultBed.within(ofSeconds(1)).until(() -> fleet.all().stream()
                .allMatch(instance -> instance.bean(KillSwitches.class).isOn(Kind.DEPLOYMENT, SHAKY)));
        assertThat(fleet.instance(2).client().chat("alone", false).status()).isEqualTo(503);
        // When
        try (FleetTraffic traffic = new FleetTraffic(fleet, "both", 0, 1)) {
            fleet.stop(2);
            traffic.goOnFor(ofMillis(500));
            // Then
            assertThat(traffic.failures()).isEmpty();
        }
        // When
        fleet.restart(2);
        fleet.awaitTogether();
        // Then
        FaultBed.within(ofSeconds(2))
                .until(() -> fleet.instance(2).bean(KillSwitches.class).isOn(Kind.DEPLOYMENT, SHAKY));
        first.set(Kind.DEPLOYMENT, SHAKY, false, null, "tests").join();
        FaultBed.within(ofSeconds(1)).until(() -> fleet.all().stream()
                .noneMatch(instance -> instance.bean(KillSwitches.class).isOn(Kind.DEPLOYMENT, SHAKY)));
    }

    private static void streamUntilAsked(int before) {
        try {
            while (fleet.asked(SHAKY) == before) {
                fleet.instance(0).client().chat("both", true);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void fail(int instance) throws Exception {
        assertThat(fleet.instance(instance).client().chat("alone", false).status())
                .isEqualTo(503);
    }

    private static void open() throws Exception {
        fleet.script(SHAKY, DOWN);
        for (int i = 0; i < THRESHOLD; i++) {
            fail(i % 3);
        }
        awaitBreakers("OPEN", ofSeconds(2));
    }

    private static void awaitFailures(int count) {
        FaultBed.within(ofSeconds(10)).untilAsserted(() -> assertThat(fleet.all())
                .extracting(instance -> instance.bean(Breakers.class)
                        .view(instance.deployment(SHAKY))
                        .failed())
                .containsOnly(count));
    }

    private static boolean breakersAre(String state) {
        return fleet.all().stream().allMatch(instance -> instance.breaker(SHAKY).equals(state));
    }

    private static void awaitBreakers(String state, Duration limit) {
        FaultBed.within(limit).until(() -> breakersAre(state));
    }

    private static void assertBreakersStay(String state, Duration time) {
        FaultBed.within(time.plusSeconds(2)).during(time).until(() -> breakersAre(state));
    }
}
