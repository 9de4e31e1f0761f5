/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.SharedAnswer;
import dev.serai.gateway.ledger.CostEntry;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.CostKind;
import dev.serai.gateway.ledger.Settlement;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * What an answer has cost that several calls share, and what each of them bears of it: the same part, and the call that made it
 * the rest, so that the parts are the whole to the billionth of a USD. Of every cost, what the others bear stands in the ledger as
 * an entry that takes it from the maker's, so that the maker's own entry is still what the provider charges. Reckoned once, for
 * all of them: a part of the call that makes the answer. Immutable.
 *
 * @param calls   how many share it
 * @param costs   of the attempts that were to answer
 * @param answer  the attempt whose answer it is, or the beginning of one; null where there is none
 * @param quote   that of the same attempt
 * @param flags   what is not certain of the costs
 */
record SharedBill(int calls, List<CostEntry> costs, Attempt answer, Quote quote, Set<CostFlag> flags) {

    /** That of an answer which has ended, and whose attempts have. */
    static SharedBill of(SharedAnswer shared) {
        Purse purse = Funds.purse(shared.maker());
        return shared.maker().part(SharedBill.class, () -> reckoned(shared.maker(), purse, shared.calls()));
    }

    private static SharedBill reckoned(Call maker, Purse purse, int calls) {
        Attempt answering = maker.attempts().answering();
        Attempt answer = answering == null ? Bill.partial(maker) : answering;
        List<CostEntry> costs = Bill.costs(maker).stream()
                .filter(cost -> cost.kind() == CostKind.ATTEMPT)
                .toList();
        return new SharedBill(calls, costs, answer, answer == null ? null : purse.quote(answer), Bill.flags(costs));
    }

    /** What is left of the maker's bill. */
    Bill ofMaker(Bill whole) {
        List<CostEntry> rest = new ArrayList<>(whole.costs());
        costs.forEach(
                cost -> rest.add(share(cost, new Usd(-others(cost.amount()).nanos()))));
        return new Bill(rest, whole.credit().minus(others(whole.credit())), whole.flags());
    }

    /** What a call bears that has joined. */
    Bill ofJoined(Call call, SharedAnswer.Share share) {
        List<CostEntry> parts =
                costs.stream().map(cost -> share(cost, part(cost.amount()))).toList();
        return new Bill(parts, part(price(call, share)), flags);
    }

    /** What its customer would be charged for it alone, by the published policy. */
    private Usd price(Call call, SharedAnswer.Share share) {
        if (answer == null || answer.cost() == null) {
            return Usd.ZERO;
        }
        if (call.outcome().failure() == null) {
            return Usd.of(answer.cost());
        }
        return call.isStream() && share.taken() > 0
                ? Bill.delivered(answer, quote, share.taken(), share.of().length())
                : Usd.ZERO;
    }

    private Usd part(Usd whole) {
        return new Usd(whole.nanos() / calls);
    }

    private Usd others(Usd whole) {
        return new Usd(part(whole).nanos() * (calls - 1));
    }

    /** No tokens: those are the maker's. And certain, because an export of the provider's settles the maker's entry. */
    private static CostEntry share(CostEntry cost, Usd amount) {
        CostEntry.Source paid = cost.source();
        return new CostEntry(
                CostKind.SHARE,
                new CostEntry.Source(paid.deployment(), paid.model(), null),
                Usage.NONE,
                amount,
                cost.priceVersion(),
                Set.of());
    }

    /** That of a call which has joined. */
    Settlement settlement(Call call, Bill bill) {
        Attempt made = call.outcome().failure() == null ? answer : null;
        return bill.settlement(call, made);
    }
}
