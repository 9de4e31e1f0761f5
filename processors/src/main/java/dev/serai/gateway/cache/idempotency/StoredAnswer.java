/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.gateway.stream.ReadyAnswer;

/** An answer out of the database. For one thread. */
final class StoredAnswer implements ReadyAnswer {
    private final KeptAnswer kept;
    private boolean given;

    StoredAnswer(KeptAnswer kept) {
        this.kept = kept;
    }

    @Override
    public boolean isStream() {
        return kept.stream();
    }

    @Override
    public byte[] next() {
        byte[] next = given ? null : kept.bytes();
        given = true;
        return next;
    }

    @Override
    public CallOutcome outcome() {
        return kept.outcome();
    }
}
