/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

/** The share of a task's calls that may hedge. What quiet times save is bounded, so that an outage cannot spend it. Thread-safe. */
final class HedgeBudget {
    private static final double MOST_SAVED = 10;

    /** One hedge at the start: a first call may be slow too. */
    private double saved = 1;

    /** A call has come. */
    synchronized void earn(double share) {
        saved = Math.min(MOST_SAVED, saved + share);
    }

    /** Takes one hedge; false where there is none. */
    synchronized boolean spend() {
        if (saved < 1) {
            return false;
        }
        saved--;
        return true;
    }
}
