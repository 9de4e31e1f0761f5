/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.time.Duration;

import dev.serai.gateway.config.Rules;

/**
 * The time limits of one attempt; never null, never unlimited.
 *
 * @param connect    until the connection stands, TLS included; 2 s unless given
 * @param firstToken until the first content arrives; 10 s unless given
 * @param idle       between two pieces of a stream; 15 s unless given
 * @param attempt    the whole attempt, whatever the others say; 60 s unless given
 */
public record Timeouts(Duration connect, Duration firstToken, Duration idle, Duration attempt) {
    public static final Timeouts DEFAULT = new Timeouts(null, null, null, null);

    public Timeouts {
        connect = Rules.positive("connect", Rules.orElse(connect, Duration.ofSeconds(2)));
        firstToken = Rules.positive("firstToken", Rules.orElse(firstToken, Duration.ofSeconds(10)));
        idle = Rules.positive("idle", Rules.orElse(idle, Duration.ofSeconds(15)));
        attempt = Rules.positive("attempt", Rules.orElse(attempt, Duration.ofSeconds(60)));
    }
}
