/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.serai.gateway.ledger.budget.Usd;

/** Decides on the corrections of one transaction: each entry is corrected once. For one thread. */
final class Corrections {
    private final BalanceSheet sheet;
    private final Map<CostRow.Key, CostRow> open = new HashMap<>();
    private final Map<String, Integer> last = new HashMap<>();
    private final List<EntryRow> entries = new ArrayList<>();
    private final List<CostRows.Change> changes = new ArrayList<>();

    /** @param rows all entries in the book of costs of the calls in question */
    Corrections(BalanceSheet sheet, Collection<CostRow> rows) {
        this.sheet = sheet;
        for (CostRow row : rows) {
            last.put(row.key().callId(), row.call().last());
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
        int number = last.merge(call, 1, Integer::sum);
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

    List<EntryRow> entries() {
        return entries;
    }

    List<CostRows.Change> changes() {
        return changes;
    }
}
