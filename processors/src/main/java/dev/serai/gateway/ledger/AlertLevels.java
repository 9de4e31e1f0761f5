/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.math.BigInteger;
import java.util.List;

import dev.serai.gateway.ledger.budget.Limit;
import dev.serai.gateway.ledger.budget.Usd;

/** The shares of a limit that are told of. */
final class AlertLevels {
    private static final List<Integer> PERCENT = List.of(50, 80, 100);
    private static final BigInteger WHOLE = BigInteger.valueOf(100);

    private AlertLevels() {}

    /**
     * The levels that a balance has come to since this was asked last, in ascending order.
     *
     * @param exhausted whether a call was refused because too little is left: that is as good as all
     */
    static List<Integer> crossed(Balance balance, Limit limit, boolean exhausted) {
        balance.judgeBy(limit.amount());
        int before = balance.alerted();
        List<Integer> crossed = PERCENT.stream()
                .filter(level -> level > before)
                .filter(level -> level == 100 && exhausted || reached(balance.spent(), limit.amount(), level))
                .toList();
        if (!crossed.isEmpty()) {
            balance.alerted(crossed.getLast());
        }
        return crossed;
    }

    private static boolean reached(Usd spent, Usd limit, int level) {
        return spent.compareTo(Usd.ZERO) > 0
                && times(spent, WHOLE).compareTo(times(limit, BigInteger.valueOf(level))) >= 0;
    }

    private static BigInteger times(Usd amount, BigInteger factor) {
        return BigInteger.valueOf(amount.nanos()).multiply(factor);
    }
}
