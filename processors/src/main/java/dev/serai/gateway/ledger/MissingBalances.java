/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Some balances that limits need are not there: nothing was written, and the calls that they are of have to wait for them. */
final class MissingBalances extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Map<String, Set<BalanceKey>> byCall;

    /** @param byCall those that are missing for each call */
    MissingBalances(Map<String, Set<BalanceKey>> byCall) {
        super(null, null, false, false);
        this.byCall = Map.copyOf(byCall);
    }

    boolean concerns(Work work) {
        return byCall.containsKey(work.callId());
    }

    Set<BalanceKey> keys() {
        Set<BalanceKey> keys = new TreeSet<>();
        byCall.values().forEach(keys::addAll);
        return keys;
    }
}
