/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.fleet.Change;

import static org.assertj.core.api.Assertions.assertThat;

/** What all instances together make of the calls that they have seen (J2, J4). */
class BreakerStateTest {
    private static final BreakerPolicy POLICY = new BreakerPolicy(50, 4, 6, Duration.ofSeconds(3));
    private static final CallResult OK = CallResult.ANSWERED;
    private static final CallResult FAILED = CallResult.failed(null, POLICY);
    private static final long LEASE = 2_000;

    private BreakerState state = BreakerState.CLOSED;
    private long now = 1_000_000;

    @Test
    @DisplayName("J2: failures of several instances open it as those of one do")
    void countsTogether() {
        see("a", FAILED, OK);
        see("b", FAILED);
        assertThat(state.isOpen()).isFalse();
        see("c", FAILED);
        assertThat(state.isOpen()).isTrue();
        assertThat(state.openUntil()).isEqualTo(now + 3_000);
    }

    @Test
    @DisplayName("J1: only the latest calls count")
    void oldCallsDropOut() {
        see("a", FAILED, FAILED, OK, OK, OK, OK, OK, OK, FAILED, FAILED);
        assertThat(state.isOpen()).isFalse();
        assertThat(state.window().calls()).isEqualTo(6);
        assertThat(state.window().failed()).isEqualTo(2);
    }

    @Test
    @DisplayName("J2: after the cooldown one instance gets the trial call, and no other until its lease has ended")
    void oneLease() {
        open();
        change(BreakerState.lease("a", false, LEASE));
        assertThat(state.isTrialOf("a", now))
                .as("before the cooldown has ended")
                .isFalse();
        now += 3_000;
        change(BreakerState.lease("a", false, LEASE));
        change(BreakerState.lease("b", false, LEASE));
        assertThat(state.isTrialOf("a", now)).isTrue();
        assertThat(state.isTrialOf("b", now)).isFalse();
        now += LEASE;
        change(BreakerState.lease("b", false, LEASE));
        assertThat(state.isTrialOf("b", now)).isTrue();
    }

    @Test
    @DisplayName("J2: only who holds the lease decides; a late result of another instance's call does not")
    void onlyTheTrialDecides() {
        open();
        now += 3_000;
        change(BreakerState.lease("a", false, LEASE));
        see("b", OK, FAILED);
        assertThat(state.isTrialOf("a", now)).isTrue();
        see("a", FAILED);
        assertThat(state.openUntil()).isEqualTo(now + 3_000);
        assertThat(state.isTrialOf("a", now)).isFalse();
        now += 3_000;
        change(BreakerState.lease("b", false, LEASE));
        see("b", OK);
        assertThat(state.isOpen()).isFalse();
        assertThat(state.window().calls()).isZero();
    }

    @Test
    @DisplayName("F6: a probe may come before the cooldown has ended, a second after it opened at the soonest")
    void earlyProbe() {
        open();
        change(BreakerState.lease("a", true, LEASE));
        assertThat(state.isTrialOf("a", now)).isFalse();
        now += 1_000;
        change(BreakerState.lease("a", true, LEASE));
        assertThat(state.isTrialOf("a", now)).isTrue();
    }

    @Test
    @DisplayName("J4: calls change nothing while an operator has forced it, and a reset forgets them")
    void forced() {
        change(BreakerState.force(BreakerState.Forced.CLOSED));
        see("a", FAILED, FAILED, FAILED, FAILED, FAILED);
        assertThat(state.isOpen()).isFalse();
        change(BreakerState.force(null));
        assertThat(state.forced()).isNull();
        assertThat(state.window().calls()).isZero();
    }

    private void open() {
        see("a", FAILED, FAILED, FAILED, FAILED);
    }

    private void see(String instance, CallResult... results) {
        change(BreakerState.record(List.of(results), POLICY, instance));
    }

    private void change(Change<BreakerState> change) {
        BreakerState old = state;
        state = change.apply(old, now);
        assertThat(state == old || state.stamp() > old.stamp()).isTrue();
    }
}
