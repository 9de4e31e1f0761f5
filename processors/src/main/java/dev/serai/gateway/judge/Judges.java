/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

import java.time.Duration;
import java.util.List;

import dev.serai.gateway.dispatch.Call;

/**
 * Who judges, and within which bounds.
 *
 * @param deployments who is asked, in this order
 * @param timeout     of all that is asked for one answer
 * @param maxTokens   of what a judge says
 * @param afterwards  whether the client has the answer already
 */
record Judges(List<String> deployments, Duration timeout, int maxTokens, boolean afterwards) {
    private static final Duration LEAST_MARGIN = Duration.ofMillis(250);
    private static final Duration MOST_MARGIN = Duration.ofSeconds(2);

    /** How long it may take; nothing where no time is left. An answer that waits for it has to go out in time. */
    Duration time(Call call) {
        Duration left = Duration.ofNanos(call.remainingNanos());
        Duration most = afterwards ? left : left.minus(margin(call));
        return most.compareTo(timeout) < 0 ? most : timeout;
    }

    /** What has to be left of a call's time, so that an answer that is there gets to its client. */
    static Duration margin(Call call) {
        Duration eighth = Duration.ofNanos(call.remainingNanos()).dividedBy(8);
        return eighth.compareTo(LEAST_MARGIN) < 0
                ? LEAST_MARGIN
                : eighth.compareTo(MOST_MARGIN) < 0 ? eighth : MOST_MARGIN;
    }
}
