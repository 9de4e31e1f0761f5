/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Everybody who waits, by priority. Not thread-safe. */
final class Lines {
    static final int PRIORITIES = 10;

    private final List<Line> lines = new ArrayList<>();
    private int size;
    private int sheddable;
    private long bytes;

    Lines() {
        for (int i = 0; i < PRIORITIES; i++) {
            lines.add(new Line());
        }
    }

    void add(Waiter waiter) {
        lines.get(waiter.claim().priority()).add(waiter);
        count(waiter, 1);
    }

    boolean remove(Waiter waiter) {
        boolean was = lines.get(waiter.claim().priority()).remove(waiter);
        if (was) {
            count(waiter, -1);
        }
        return was;
    }

    /** Takes whoever is next among the priorities from {@code lowest} up and the tenants that may; null where nobody is. */
    Waiter poll(int lowest, Predicate<String> mayHave) {
        for (int priority = PRIORITIES - 1; priority >= lowest; priority--) {
            Waiter next = lines.get(priority).poll(mayHave);
            if (next != null) {
                count(next, -1);
                return next;
            }
        }
        return null;
    }

    /** The highest priority that waits; -1 where nobody does. */
    int top() {
        int priority = PRIORITIES - 1;
        while (priority >= 0 && lines.get(priority).size() == 0) {
            priority--;
        }
        return priority;
    }

    /** Whoever has waited longest with a priority below that, or null. */
    Waiter oldestBelow(int priority) {
        Waiter oldest = null;
        for (int lower = 0; lower < priority; lower++) {
            Waiter candidate = lines.get(lower).oldest();
            if (candidate != null && (oldest == null || candidate.number() < oldest.number())) {
                oldest = candidate;
            }
        }
        return oldest;
    }

    /**
     * Who has to leave the queue for a newcomer: of the lowest priority, if it is lower than the newcomer's; of the same one
     * where another tenant has more waiting than the newcomer's would have. Null where the newcomer is the one.
     */
    Waiter leastMissed(Claim newcomer) {
        for (int priority = 0; priority <= newcomer.priority(); priority++) {
            Line line = lines.get(priority);
            if (line.sheddable() > 0) {
                Waiter victim = line.leastMissed();
                return priority < newcomer.priority() || isRicher(line, victim, newcomer) ? victim : null;
            }
        }
        return null;
    }

    private static boolean isRicher(Line line, Waiter victim, Claim newcomer) {
        return line.sheddableOf(victim.claim().tenant()) > line.sheddableOf(newcomer.tenant()) + 1;
    }

    /** How many are served before a newcomer. */
    int before(Claim newcomer) {
        int before = 0;
        for (int priority = newcomer.priority(); priority < PRIORITIES; priority++) {
            before += lines.get(priority).size();
        }
        return before;
    }

    int size() {
        return size;
    }

    int sheddable() {
        return sheddable;
    }

    /** Of those who can be shed. */
    long bytes() {
        return bytes;
    }

    int sizeOf(int priority) {
        return lines.get(priority).size();
    }

    private void count(Waiter waiter, int sign) {
        size += sign;
        if (!waiter.claim().patient()) {
            sheddable += sign;
            bytes += sign * waiter.claim().bytes();
        }
    }
}
