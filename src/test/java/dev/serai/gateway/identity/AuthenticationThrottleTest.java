/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AuthenticationThrottleTest {
    private final AtomicLong clock = new AtomicLong();

    @Test
    void allowsAMinutesWorthAtOnceThenOnePerInterval() {
        AuthenticationThrottle throttle = throttle(10, 100);
        for (int i = 0; i < 10; i++) {
            assertThat(throttle.failed("a")).isEmpty();
        }

        assertThat(throttle.failed("a")).contains(Duration.ofSeconds(6));
        pass(Duration.ofSeconds(4));
        assertThat(throttle.failed("a")).as("being refused costs nothing").contains(Duration.ofSeconds(2));
        pass(Duration.ofSeconds(2));
        assertThat(throttle.failed("a")).isEmpty();
        assertThat(throttle.failed("a")).isPresent();
    }

    @Test
    void aQuietMinuteRefillsTheBucket() {
        AuthenticationThrottle throttle = throttle(2, 100);
        exhaust(throttle, "a");

        pass(Duration.ofMinutes(5));

        assertThat(throttle.failed("a")).isEmpty();
        assertThat(throttle.failed("a")).isEmpty();
        assertThat(throttle.failed("a")).isPresent();
    }

    @Test
    void remembersABoundedNumberOfAddressesAndTheOthersShareOneBucket() {
        AuthenticationThrottle throttle = throttle(2, 3);
        exhaust(throttle, "a");
        throttle.failed("b");
        throttle.failed("c");

        assertThat(throttle.failed("d")).isEmpty();
        assertThat(throttle.failed("e")).isEmpty();
        assertThat(throttle.failed("f")).as("shares with d and e").isPresent();
        assertThat(throttle.failed("b")).as("is known").isEmpty();
        assertThat(throttle.addresses()).isEqualTo(4);
    }

    @Test
    void forgetsAddressesWhoseBucketIsFullAgain() {
        AuthenticationThrottle throttle = throttle(2, 2);
        throttle.failed("a");
        throttle.failed("b");

        pass(Duration.ofSeconds(31));

        assertThat(throttle.failed("c")).isEmpty();
        assertThat(throttle.addresses()).isEqualTo(1);
    }

    @Test
    void anUnknownAddressIsCountedToo() {
        AuthenticationThrottle throttle = throttle(2, 2);

        exhaust(throttle, null);
    }

    @Test
    void refusesAnAllowanceOfNothing() {
        assertThatThrownBy(() -> throttle(0, 1)).hasMessageContaining("perMinute '0'");
    }

    private static void exhaust(AuthenticationThrottle throttle, String address) {
        assertThat(throttle.failed(address)).isEmpty();
        assertThat(throttle.failed(address)).isEmpty();
        assertThat(throttle.failed(address)).isPresent();
    }

    private AuthenticationThrottle throttle(int perMinute, int addresses) {
        return new AuthenticationThrottle(perMinute, addresses, clock::get);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
