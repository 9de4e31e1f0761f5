/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.door.Doors;

/**
 * What a call asks a place for.
 *
 * @param priority 0 to 9, the most urgent
 * @param tenant   whose share of the places it takes
 * @param bytes    of its request, which is in memory while it waits
 * @param nanos    how long it waits at most
 * @param patient  whether it waits where another one would be refused: whoever sent it does not send more meanwhile
 */
record Claim(int priority, String tenant, long bytes, long nanos, boolean patient) {

    /**
     * A call's, with what is left of its deadline.
     *
     * @param share of that time that it may wait; the answer takes time too
     */
    static Claim of(Call call, double share) {
        boolean jms = call.door().startsWith(Doors.OVER_JMS);
        long left = call.remainingNanos();
        return new Claim(
                priority(call),
                call.caller().organisation(),
                call.request().payload().length,
                jms ? left : (long) (left * share),
                jms);
    }

    /** The caller's, unless the task's is lower. */
    static int priority(Call call) {
        int callers = call.caller().priority();
        Integer most = call.task().contract().priority();
        return most == null ? callers : Math.min(callers, most);
    }
}
