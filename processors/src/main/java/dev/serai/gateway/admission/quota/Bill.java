/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.ArrayList;
import java.util.List;

import dev.serai.gateway.dispatch.Call;

/** Puts together what a call, or one of its attempts, takes of which limits. For one thread. */
final class Bill {
    private final Allowances allowances;
    private final boolean ordinary;
    private final List<Charge> charges = new ArrayList<>(4);

    Bill(Allowances allowances, Call call) {
        this.allowances = allowances;
        this.ordinary = allowances.settings().isOrdinary(call.caller().priority());
    }

    /** Calls of a low priority also take of the part that is theirs: what is reserved they leave. */
    void add(Limit limit, long count) {
        charges.add(allowances.charge(limit, count));
        if (ordinary && limit.id().scope() != Limit.Scope.CALLER) {
            charges.add(allowances.charge(limit.ordinary(allowances.settings().reservedShare()), count));
        }
    }

    List<Charge> charges() {
        return charges;
    }
}
