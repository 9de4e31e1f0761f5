/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.serai.gateway.ledger.Reservation.Amounts;
import dev.serai.gateway.ledger.Settlement.Answer;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/** Decides on the work of one transaction, in the order in which it arrived. For one thread. */
final class Bookkeeping {
    /** Who is paid where nobody can say any more who was asked. */
    private static final String UNKNOWN = "unknown";

    private final BalanceSheet sheet;
    private final Instant now;
    private final Corrections corrections;
    private final Map<String, List<Hold>> holds = new HashMap<>();
    private final Set<String> settled;
    private final List<Hold> freed = new ArrayList<>();
    private final List<SettlementRow> settlements = new ArrayList<>();
    private final Map<Work, Object> results = new IdentityHashMap<>();

    /**
     * What the database has of the calls that the work is of.
     *
     * @param settled those of them that have been settled
     * @param costs   of those that are to be corrected, or were swept
     */
    record Loaded(List<Hold> holds, Set<String> settled, List<CostRow> costs) {}

    Bookkeeping(BalanceSheet sheet, Corrections corrections, Loaded loaded, Instant now) {
        this.sheet = sheet;
        this.corrections = corrections;
        this.settled = new HashSet<>(loaded.settled());
        this.now = now;
        loaded.holds().forEach(this::add);
    }

    void take(Work work) {
        switch (work) {
            case Work.Reserve reserve -> results.put(work, reserve(reserve));
            case Work.Settle settle -> settle(settle.settlement());
            case Work.Release release -> free(remove(release.callId()));
            case Work.Undo undo -> undo(undo);
            case Work.Wake wake -> {}
            case Work.Sweep sweep -> results.put(work, sweep(sweep));
            case Work.Correct correct -> results.put(work, corrections.correct(correct));
        }
    }

    private Decision reserve(Work.Reserve reserve) {
        Decision decision = sheet.reserve(reserve.reservation());
        if (decision instanceof Decision.Granted) {
            add(Hold.of(reserve.holdId(), reserve.reservation()));
        }
        return decision;
    }

    private void settle(Settlement settlement) {
        Optional<Instant> sweptAt = corrections.sweptAt(settlement.callId());
        if (!settled.add(settlement.callId()) && sweptAt.isEmpty()) {
            return;
        }
        List<Hold> held = remove(settlement.callId());
        free(held);
        Instant at = sweptAt.orElseGet(
                () -> held.stream().map(Hold::at).min(Instant::compareTo).orElse(settlement.at()));
        Usd credit = sheet.affordable(settlement.payers(), at, settlement.credit());
        credit = credit.max(settlement.credit().min(amounts(held).credit()));
        SettlementRow row =
                new SettlementRow(settlement, at, credit, settlement.credit().minus(credit));
        if (sweptAt.isPresent()) {
            corrections.resettle(row);
        } else {
            sheet.spend(settlement.payers(), at, settlement.cost(), credit);
            settlements.add(row);
        }
    }

    private boolean sweep(Work.Sweep sweep) {
        List<Hold> held = holds.getOrDefault(sweep.callId(), List.of());
        if (held.isEmpty() || held.stream().anyMatch(hold -> hold.expires().isAfter(now))) {
            return false;
        }
        if (settled.contains(sweep.callId())) {
            free(remove(sweep.callId()));
            return false;
        }
        CostEntry cost = new CostEntry(
                CostKind.SWEPT,
                new CostEntry.Source(UNKNOWN, null, null),
                Usage.NONE,
                amounts(held).cost(),
                null,
                Set.of(CostFlag.ESTIMATED, CostFlag.SWEPT));
        Hold first = held.getFirst();
        settle(new Settlement(
                sweep.callId(),
                first.payers(),
                first.at(),
                new Answer(null, null, null, UNKNOWN),
                List.of(cost),
                Usd.ZERO));
        return true;
    }

    private void undo(Work.Undo undo) {
        List<Hold> held = remove(undo.callId());
        for (Hold hold : held) {
            if (hold.id().equals(undo.holdId())) {
                free(List.of(hold));
            } else {
                add(hold);
            }
        }
    }

    private void add(Hold hold) {
        holds.computeIfAbsent(hold.callId(), call -> new ArrayList<>()).add(hold);
    }

    private List<Hold> remove(String callId) {
        List<Hold> removed = holds.remove(callId);
        return removed == null ? List.of() : removed;
    }

    private void free(List<Hold> some) {
        some.forEach(sheet::free);
        freed.addAll(some);
    }

    private static Amounts amounts(List<Hold> held) {
        return held.stream().map(Hold::amounts).reduce(Amounts.NONE, Amounts::plus);
    }

    /** Holds to be written: those that no later work of the same transaction has freed. */
    List<Hold> newHolds() {
        return holds.values().stream()
                .flatMap(List::stream)
                .filter(hold -> !hold.stored())
                .toList();
    }

    /** Holds to be deleted. */
    List<Hold> oldHolds() {
        return freed.stream().filter(Hold::stored).toList();
    }

    List<SettlementRow> settlements() {
        return settlements;
    }

    /** What each reservation and sweep came to. */
    Map<Work, Object> results() {
        return results;
    }
}
