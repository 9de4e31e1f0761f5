/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.serai.gateway.ledger.budget.Account;
import dev.serai.gateway.ledger.budget.Book;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * A move of an amount from one account to another within one book.
 *
 * @param number   from 1 within the call
 * @param paidFor  what the provider is paid for; of a move in the book of credits, nothing but its kind
 * @param corrects the number of the entry that this one corrects, or null
 */
record EntryRow(String callId, int number, Move move, PaidFor paidFor, Integer corrects) {

    record Move(Book book, Account from, Account to, Usd amount) {}

    record PaidFor(
            String kind, String model, String responseId, Usage tokens, String priceVersion, Set<CostFlag> flags) {
        static PaidFor nothing(String kind) {
            return new PaidFor(kind, null, null, Usage.NONE, null, Set.of());
        }
    }

    /** What the customer pays to the gateway, and what it lets go. */
    static final String CHARGE = "charge";

    static final String OVERRUN = "overrun";

    /** Those of a settlement, from that number on: the gateway pays providers, the organisation pays the gateway. */
    static List<EntryRow> of(SettlementRow row, int first) {
        List<EntryRow> entries = new ArrayList<>();
        for (CostEntry cost : row.settlement().costs()) {
            entries.add(cost(row.callId(), first + entries.size(), cost, null));
        }
        Account organisation = row.settlement().payers().account(Account.Kind.ORGANISATION);
        credit(entries, row, first, new Move(Book.CREDIT, organisation, Account.GATEWAY, row.credit()), CHARGE);
        credit(entries, row, first, new Move(Book.CREDIT, Account.OVERRUN, Account.GATEWAY, row.overrun()), OVERRUN);
        return entries;
    }

    static EntryRow cost(String callId, int number, CostEntry cost, Integer corrects) {
        CostEntry.Source source = cost.source();
        Account deployment = new Account(Account.Kind.DEPLOYMENT, source.deployment());
        PaidFor paidFor = new PaidFor(
                cost.kind().code(),
                source.model(),
                source.responseId(),
                cost.tokens(),
                cost.priceVersion(),
                cost.flags());
        return new EntryRow(
                callId, number, new Move(Book.COST, Account.GATEWAY, deployment, cost.amount()), paidFor, corrects);
    }

    private static void credit(List<EntryRow> entries, SettlementRow row, int first, Move move, String kind) {
        if (!move.amount().isZero()) {
            entries.add(new EntryRow(row.callId(), first + entries.size(), move, PaidFor.nothing(kind), null));
        }
    }
}
