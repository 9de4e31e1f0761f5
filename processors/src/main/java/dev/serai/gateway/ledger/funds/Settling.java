/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.util.Set;

import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.budget.Usd;

/** Settles calls. Thread-safe, stateless. */
@Component
public final class Settling {
    private final Ledger ledger;

    Settling(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * How a call was settled, for its record.
     *
     * @param reserved what was held for it in the cost book
     * @param charged  what the customer is charged
     * @param flags    what is not certain of its costs
     */
    public record Settled(Usd reserved, Usd charged, Set<CostFlag> flags) {
        /** Null where the call had nothing to do with money. */
        public static Settled of(Call call) {
            return call.part(Settled.class);
        }
    }

    /** Settles a call that is over, its shadows too, and frees what it holds: at nothing where that is what it cost. */
    public void settle(Call call) {
        if (CacheUse.isHit(call)) {
            ledger.settle(Bill.ofHit(call));
            call.part(Settled.class, () -> new Settled(Usd.ZERO, Usd.ZERO, Set.of()));
            return;
        }
        Purse purse = call.part(Purse.class);
        if (purse == null) {
            return;
        }
        Amounts held = purse.close();
        if (call.attempts().all().isEmpty()) {
            if (!held.areZero()) {
                ledger.release(call.requestId());
            }
            return;
        }
        Bill bill = Bill.of(call, purse::quote);
        ledger.settle(bill.settlement(call));
        call.part(Settled.class, () -> new Settled(held.cost(), bill.credit(), bill.flags()));
    }
}
