/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

/**
 * What a call has that is made for another: a part of it, by this class. It has its own request, attempts, time and limits;
 * its money, its identity and its record are those of the call that it is made for. Immutable.
 *
 * @param main the call that it is made for
 * @param role what its attempts are to that
 */
public record Aside(Call main, Attempt.Role role) {
    /** Null for a caller's call. */
    public static Aside of(Call call) {
        return call.part(Aside.class);
    }

    /** The caller's call: the one that it is made for, or itself. */
    public static Call main(Call call) {
        Aside aside = of(call);
        return aside == null ? call : aside.main();
    }
}
