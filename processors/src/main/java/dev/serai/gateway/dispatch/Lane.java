/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import org.apache.camel.Exchange;

import dev.serai.llm.Cancellation;
import dev.serai.llm.LlmException;

/**
 * What the attempts of an exchange are to the call: its one line of attempts, a lane of a race, a shadow that nobody waits
 * for, or a call that is made for the call. The exchange carries it; without one it is the call's own line. Immutable and thread-safe.
 *
 * @param race null outside of a race
 * @param role of the attempts
 */
public record Lane(Race race, Attempt.Role role) {
    static final String PROPERTY = "SeraiLane";

    private static final Lane MAIN = new Lane(null, Attempt.Role.REGULAR);
    private static final Lane SHADOW = new Lane(null, Attempt.Role.SHADOW);

    public static Lane of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, MAIN, Lane.class);
    }

    static void shadow(Exchange exchange) {
        exchange.setProperty(PROPERTY, SHADOW);
    }

    static void aside(Exchange exchange, Attempt.Role role) {
        exchange.setProperty(PROPERTY, new Lane(null, role));
    }

    /** Begins an attempt; see {@link Attempts#open}. */
    public Attempt open(Call call, String deployment) throws LlmException {
        if (race != null && race.isWon()) {
            throw Race.lost();
        }
        return call.attempts().open(deployment, role);
    }

    /** What aborts an attempt. A shadow lives on when its call has ended, within the call's deadline. */
    public Cancellation cancellation(Call call, Attempt attempt) {
        if (race != null) {
            return race.enter(attempt);
        }
        return isShadow() ? new Cancellation() : call.cancellation();
    }

    /** What ends a wait for a place: the call's end, or that of its race. */
    public Cancellation whileWaiting(Call call) {
        return race == null ? call.cancellation() : race.whileOpen();
    }

    public boolean isShadow() {
        return role == Attempt.Role.SHADOW;
    }

    /** @throws LlmException where another attempt has answered before */
    public void claim(Attempt attempt) throws LlmException {
        if (race != null && !race.win(attempt)) {
            throw Race.lost();
        }
    }
}
