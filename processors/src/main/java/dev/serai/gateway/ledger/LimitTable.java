/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** All limits, as of one moment. Immutable and thread-safe; a call looks up its own accounts, however many there are. */
public final class LimitTable {
    public static final LimitTable NONE = new LimitTable(List.of());

    private final Map<Account, List<Limit>> byAccount = new HashMap<>();

    public LimitTable(List<Limit> limits) {
        limits.forEach(limit -> byAccount
                .computeIfAbsent(limit.account(), account -> new ArrayList<>())
                .add(limit));
    }

    /** Those that hold for a call. */
    public List<Limit> of(Payers payers) {
        if (byAccount.isEmpty()) {
            return List.of();
        }
        List<Limit> limits = new ArrayList<>();
        payers.accounts().forEach(account -> limits.addAll(byAccount.getOrDefault(account, List.of())));
        return limits;
    }

    /** The one of an account in a book and window, or null. */
    Usd of(BalanceKey key) {
        Predicate<Limit> same = limit -> limit.book() == key.book() && limit.window() == key.window();
        return byAccount.getOrDefault(key.account(), List.of()).stream()
                .filter(same)
                .map(Limit::amount)
                .findFirst()
                .orElse(null);
    }
}
