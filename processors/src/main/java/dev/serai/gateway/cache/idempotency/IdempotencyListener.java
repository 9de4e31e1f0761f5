/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import dev.serai.gateway.dispatch.Call;

/** Hears what became of calls with idempotency keys. Must not block. */
public interface IdempotencyListener {
    /** What a call with a key was given, or why it was refused. */
    enum Result {
        MADE,
        REPLAYED,
        JOINED,
        /** The key had come with another request. */
        CONFLICT,
        NOT_KEPT,
        /** Without the database, or with another encryption key than the fleet's, there is no promise to be made. */
        UNAVAILABLE
    }

    /** Why an answer is not kept that should have been. */
    enum Loss {
        TOO_LONG,
        /** It was away when the answer was to be stored. */
        DATABASE,
        /** This instance was so slow that another took it for crashed, and the key over. */
        LEASE
    }

    void answered(Call call, Result result);

    void lost(Call call, Loss why);
}
