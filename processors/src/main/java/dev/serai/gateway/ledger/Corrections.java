/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * Decides on what is entered in one transaction for calls that are settled already: each entry is corrected once. For one
 * thread.
 */
final class Corrections {
    private final BalanceSheet sheet;
    private final Map<CostRow.Key, CostRow> open = new HashMap<>();
    private final Map<String, Standing> standings = new HashMap<>();
    private final List<EntryRow> entries = new ArrayList<>();
    private final List<CostRows.Change> changes = new ArrayList<>();
    private final List<SettlementRow> resettled = new ArrayList<>();

    /**
     * How a call stands in the books by now.
     *
     * @param last    the number of its last entry
     * @param latest  of its last cost, the entry that says what it is
     * @param account to whom that is paid
     */
    private record Standing(Instant at, int last, int latest, String account, Usd cost, boolean swept) {}

    /** @param rows all entries in the book of costs of the calls in question */
    Corrections(BalanceSheet sheet, Collection<CostRow> rows) {
        this.sheet = sheet;
        for (CostRow row : rows) {
            CostRow.Call call = row.call();
            int latest = row.corrected() ? row.correctedBy() : row.key().number();
            standings.put(
                    row.key().callId(),
                    new Standing(call.at(), call.last(), latest, row.paid().deployment(), call.cost(), call.swept()));
            if (row.isOpen()) {
                open.put(row.key(), row);
            }
        }
    }

    /** False where it was done before. */
    boolean correct(Work.Correct work) {
        CostRow row = open.remove(work.entry());
        if (row == null) {
            return false;
        }
        String call = row.key().callId();
        Usd difference = work.amount().minus(row.paid().amount());
        CostEntry correction = new CostEntry(
                CostKind.CORRECTION,
                new CostEntry.Source(
                        row.paid().deployment(), row.paid().model(), row.paid().responseId()),
                work.tokens(),
                difference,
                work.priceVersion(),
                Set.of());
        Standing before = standings.get(call);
        int number = before.last() + 1;
        standings.put(
                call,
                new Standing(
                        before.at(),
                        number,
                        number,
                        before.account(),
                        before.cost().plus(difference),
                        before.swept()));
        entries.add(EntryRow.cost(call, number, correction, row.key().number()));
        sheet.spend(row.call().payers(), row.call().at(), difference, Usd.ZERO);
        changes.add(new CostRows.Change(
                call,
                difference,
                work.tokens().promptTokens() - row.paid().tokens().promptTokens(),
                work.tokens().completionTokens() - row.paid().tokens().completionTokens(),
                open.keySet().stream().anyMatch(key -> key.callId().equals(call))));
        return true;
    }

    /** When a call arrived that only the sweeper has settled yet; empty for others. */
    Optional<Instant> sweptAt(String callId) {
        return Optional.ofNullable(standings.get(callId))
                .filter(Standing::swept)
                .map(Standing::at);
    }

    /** Its own process says what a call came to that was swept: what was taken for its cost is taken back. */
    void resettle(SettlementRow row) {
        Standing swept = standings.remove(row.callId());
        open.keySet().removeIf(key -> key.callId().equals(row.callId()));
        CostEntry back = new CostEntry(
                CostKind.CORRECTION,
                new CostEntry.Source(swept.account(), null, null),
                Usage.NONE,
                Usd.ZERO.minus(swept.cost()),
                null,
                Set.of());
        entries.add(EntryRow.cost(row.callId(), swept.last() + 1, back, swept.latest()));
        entries.addAll(EntryRow.of(row, swept.last() + 2));
        sheet.spend(row.settlement().payers(), row.at(), row.cost().minus(swept.cost()), row.credit());
        resettled.add(row);
    }

    List<EntryRow> entries() {
        return entries;
    }

    List<CostRows.Change> changes() {
        return changes;
    }

    /** What calls came to that had been swept. */
    List<SettlementRow> resettled() {
        return resettled;
    }
}
