/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.coalesce;

import dev.serai.gateway.dispatch.Call;

/** Hears what becomes of calls whose task lets them share. Must not block. */
public interface CoalescingListener {
    /** What such a call does. */
    enum Way {
        /** It makes an answer, which others can join. */
        MADE,
        /** It joins an answer that is being made. */
        JOINED,
        /** What it had joined ended for a reason that was not its own. */
        LEFT
    }

    void went(Call call, Way way);
}
