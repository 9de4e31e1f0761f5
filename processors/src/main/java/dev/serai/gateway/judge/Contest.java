/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.judge;

import dev.serai.gateway.dispatch.Attempt;

/** The answers of one call of which the better one is delivered. For the thread that works on the call. */
final class Contest {
    private Entry first;
    private Entry second;

    /** @param verdict null while it is being judged */
    record Entry(Object body, Attempt attempt, Verdict verdict) {
        private Entry with(Verdict word) {
            return new Entry(body, attempt, word);
        }

        private int score() {
            return verdict.score();
        }
    }

    void enter(Object body, Attempt attempt) {
        Entry entry = new Entry(body, attempt, null);
        if (first == null) {
            first = entry;
        } else {
            second = entry;
        }
    }

    void judged(Verdict verdict) {
        if (second == null) {
            first = first.with(verdict);
        } else {
            second = second.with(verdict);
        }
    }

    Entry first() {
        return first;
    }

    /** The one with the higher score: of equal ones, and where only one was scored, the first. */
    Entry better() {
        boolean both =
                second != null && second.verdict() != null && second.verdict().isScore();
        return both && second.score() > first.score() ? second : first;
    }

    /** Null where there was one answer only. */
    Entry other() {
        return better() == first ? second : first;
    }
}
