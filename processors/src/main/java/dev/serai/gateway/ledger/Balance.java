/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import dev.serai.gateway.ledger.budget.Usd;

/** What an account has spent and holds in one window; changed by one batch, on its thread. */
final class Balance {
    private final BalanceKey key;
    private Usd spent;
    private Usd held;
    private Usd limit;
    private int alerted;
    private boolean changed;

    /**
     * @param limit   by which it was judged last
     * @param alerted the highest level in percent that was told of
     */
    Balance(BalanceKey key, Usd spent, Usd held, Usd limit, int alerted) {
        this.key = key;
        this.spent = spent;
        this.held = held;
        this.limit = limit;
        this.alerted = alerted;
    }

    BalanceKey key() {
        return key;
    }

    Usd spent() {
        return spent;
    }

    Usd held() {
        return held;
    }

    Usd limit() {
        return limit;
    }

    int alerted() {
        return alerted;
    }

    boolean isChanged() {
        return changed;
    }

    void hold(Usd amount) {
        held = held.plus(amount);
        changed |= !amount.isZero();
    }

    void spend(Usd amount) {
        spent = spent.plus(amount);
        changed |= !amount.isZero();
    }

    /** What is left of a limit; negative where it has become smaller than what is spent and held. */
    Usd left(Usd of) {
        return of.minus(spent).minus(held);
    }

    /** From now on judged by that limit: what was told of another one is told anew. */
    void judgeBy(Usd newLimit) {
        if (!newLimit.equals(limit)) {
            limit = newLimit;
            alerted = 0;
            changed = true;
        }
    }

    void alerted(int level) {
        alerted = level;
        changed = true;
    }
}
