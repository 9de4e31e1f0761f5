/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.funds;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Delivered;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.ledger.CostEntry;
import dev.serai.gateway.ledger.CostFlag;
import dev.serai.gateway.ledger.CostKind;
import dev.serai.gateway.ledger.Settlement;
import dev.serai.gateway.ledger.budget.Payers;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * What a call has cost, and what its customer is charged for it: the published policy (docs/budgets.md). Pure functions of a
 * call whose attempts have all ended.
 *
 * @param credit what the customer is charged
 * @param flags  what is not certain of that or of the costs
 */
record Bill(List<CostEntry> costs, Usd credit, Set<CostFlag> flags) {

    /** @param quotes what was quoted for an attempt; null where nothing was */
    static Bill of(Call call, Function<Attempt, Quote> quotes) {
        List<CostEntry> costs = costs(call);
        return new Bill(costs, credit(call, quotes), flags(costs));
    }

    /** Of all attempts, shadows too. */
    static List<CostEntry> costs(Call call) {
        return call.attempts().all().stream()
                .filter(attempt -> attempt.cost() != null)
                .map(Bill::entry)
                .toList();
    }

    static Set<CostFlag> flags(List<CostEntry> costs) {
        Set<CostFlag> flags = EnumSet.noneOf(CostFlag.class);
        costs.forEach(cost -> flags.addAll(cost.flags()));
        return flags;
    }

    /** In the book of costs; null where nothing was used. */
    Usd cost() {
        return costs.stream().map(CostEntry::amount).reduce(Usd::plus).orElse(null);
    }

    Settlement settlement(Call call) {
        return settlement(
                call, call.outcome().failure() == null ? call.attempts().answering() : null);
    }

    /** @param answering whose answer the call got; null where it got none */
    Settlement settlement(Call call, Attempt answering) {
        Settlement.Answer answer = new Settlement.Answer(
                call.caller().feature(),
                answering == null ? null : answering.deployment(),
                answering == null ? null : answering.model(),
                call.outcome().code());
        return new Settlement(call.requestId(), payers(call), call.arrived(), answer, costs, credit);
    }

    /** Of a call that was given an answer out of the cache: nothing, however the call ended. */
    static Settlement ofHit(Call call) {
        CacheUse.Original original = CacheUse.of(call).original();
        CostEntry nothing = new CostEntry(
                CostKind.CACHE_HIT,
                new CostEntry.Source(original.deployment(), original.model(), null),
                Usage.NONE,
                Usd.ZERO,
                null,
                Set.of());
        Settlement.Answer answer = new Settlement.Answer(
                call.caller().feature(),
                original.deployment(),
                original.model(),
                call.outcome().code());
        return new Settlement(call.requestId(), payers(call), call.arrived(), answer, List.of(nothing), Usd.ZERO);
    }

    static Payers payers(Call call) {
        Caller caller = call.caller();
        return new Payers(
                caller.name(), caller.organisation(), caller.team(), call.task().name());
    }

    private static CostEntry entry(Attempt attempt) {
        Set<CostFlag> flags = EnumSet.noneOf(CostFlag.class);
        if (attempt.usageEstimated()) {
            flags.add(CostFlag.ESTIMATED);
        }
        if (attempt.unpriced()) {
            flags.add(CostFlag.UNPRICED);
        }
        return new CostEntry(
                kind(attempt.role()),
                new CostEntry.Source(attempt.deployment(), attempt.model(), attempt.responseId()),
                attempt.usage(),
                Usd.of(attempt.cost()),
                attempt.priceVersion(),
                flags);
    }

    private static CostKind kind(Attempt.Role role) {
        return switch (role) {
            case REGULAR, HEDGE -> CostKind.ATTEMPT;
            case SHADOW -> CostKind.SHADOW;
            case JUDGE -> CostKind.JUDGE;
        };
    }

    private static Usd credit(Call call, Function<Attempt, Quote> quotes) {
        if (call.outcome().failure() == null) {
            Attempt answering = call.attempts().answering();
            return answering == null || answering.cost() == null ? Usd.ZERO : Usd.of(answering.cost());
        }
        if (!call.isStream() || call.firstContentMillis() == null) {
            return Usd.ZERO;
        }
        Attempt partial = partial(call);
        return partial == null
                ? Usd.ZERO
                : delivered(partial, quotes.apply(partial), Delivered.of(call).chars(), partial.textChars());
    }

    /** The attempt whose answer the client has the beginning of, and was not told to discard; null where there is none. */
    static Attempt partial(Call call) {
        Attempt partial = null;
        for (Attempt attempt : call.attempts().asked()) {
            boolean begun = attempt.firstTokenMillis() != null && !attempt.lost() && attempt.discardedChars() == null;
            partial = begun && attempt.cost() != null ? attempt : partial;
        }
        return partial;
    }

    /** Its prompt, and as much of its answer as the client was handed of what there was. */
    static Usd delivered(Attempt attempt, Quote quote, long handed, long made) {
        Usage used = attempt.usage();
        long output = made == 0 ? 0 : Math.ceilDiv(used.output() * Math.min(handed, made), made);
        Usage charged = new Usage(used.input(), used.cacheRead(), used.cacheWrite(), output, 0);
        return quote.of(charged).min(Usd.of(attempt.cost()));
    }
}
