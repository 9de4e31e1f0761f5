/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.gateway.task.TaskContract;

/**
 * A call whose client gets nothing of a stream before that is whole: its task says so, or a pattern has to see the answer
 * first, and then this is a part of the call. Immutable.
 */
public final class HeldBack {
    private HeldBack() {}

    /** From now on its streams are read to their end before anybody gets them. */
    public static void from(Call call) {
        call.part(HeldBack.class, HeldBack::new);
    }

    public static boolean is(Call call) {
        return call.task().contract().interruption() == TaskContract.Interruption.BUFFER
                || call.part(HeldBack.class) != null;
    }
}
