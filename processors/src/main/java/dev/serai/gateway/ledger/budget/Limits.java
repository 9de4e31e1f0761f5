/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.budget;

/** The limits in force. Thread-safe. */
public final class Limits {
    private volatile LimitTable current;

    public Limits(LimitTable current) {
        this.current = current;
    }

    public LimitTable current() {
        return current;
    }

    /** From now on calls are measured by that table; what is reserved already stays so. */
    public void become(LimitTable table) {
        current = table;
    }
}
