/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.SharedAnswer;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.Ledger;
import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.budget.Usd;

/** Settles calls. Thread-safe, stateless. */
@Component
public final class Settling {
    /** More than an aborted request needs to end. */
    private static final Duration LAST_ATTEMPT = Duration.ofSeconds(10);

    private final Ledger ledger;

    Settling(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * How a call was settled, for its record.
     *
     * @param reserved what was held for it in the cost book
     * @param cost     what it has cost, by its own attempts or as its share of another's; null where nothing was used
     * @param charged  what the customer is charged
     * @param flags    what is not certain of its costs
     */
    public record Settled(Usd reserved, Usd cost, Usd charged, Set<CostFlag> flags) {
        /** Null where the call had nothing to do with money. */
        public static Settled of(Call call) {
            return call.part(Settled.class);
        }
    }

    /** Settles a call that is over, its shadows too, and frees what it holds: at nothing where that is what it cost. */
    public void settle(Call call) {
        if (CacheUse.wasGiven(call)) {
            ledger.settle(Bill.ofHit(call));
            settled(call, Usd.ZERO, new Bill(List.of(), Usd.ZERO, Set.of()));
            return;
        }
        Purse purse = call.part(Purse.class);
        if (purse == null) {
            return;
        }
        Amounts held = purse.close();
        SharedAnswer.Share share = SharedAnswer.joinedBy(call);
        if (share != null && sharesCost(share)) {
            SharedBill shared = SharedBill.of(share.of());
            Bill bill = shared.ofJoined(call, share);
            ledger.settle(shared.settlement(call, bill));
            settled(call, held.cost(), bill);
        } else if (!call.attempts().all().isEmpty()) {
            Bill bill = bill(call, purse);
            ledger.settle(bill.settlement(call));
            settled(call, held.cost(), bill);
        } else if (!held.areZero()) {
            ledger.release(call.requestId());
        }
    }

    /** Known when the work for the answer has ended: that does not wait for any client. */
    private static boolean sharesCost(SharedAnswer.Share share) {
        Call maker = share.of().maker();
        maker.awaitWork(Duration.ofNanos(maker.remainingNanos()).plus(LAST_ATTEMPT));
        return share.of().isSharedBy(share);
    }

    private static Bill bill(Call call, Purse purse) {
        Bill whole = Bill.of(call, purse::quote);
        SharedAnswer shared = SharedAnswer.madeBy(call);
        return shared == null || shared.calls() == 1
                ? whole
                : SharedBill.of(shared).ofMaker(whole);
    }

    private static void settled(Call call, Usd held, Bill bill) {
        call.part(Settled.class, () -> new Settled(held, bill.cost(), bill.credit(), bill.flags()));
    }
}
