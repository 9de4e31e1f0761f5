/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.Locale;

/** Why something was paid for. */
public enum CostKind {
    /** A deployment was asked for the answer: it answered, failed, lost a race or was cut off. */
    ATTEMPT,
    /** A copy of the call whose answer nobody gets. */
    SHADOW,
    /** What one call bears of another's cost, because both got its answer; taken from that one's by a negative amount. */
    SHARE,
    /** Nothing was: an answer was given again that was kept. The amount is 0. */
    CACHE_HIT,
    /** A deployment was asked for the score of an answer. */
    JUDGE,
    /** The call ended with its process: what it held is taken for its cost. */
    SWEPT,
    /** What the provider's own export says, less what stood in the ledger. */
    CORRECTION;

    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
