/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that waits for balances to be opened, while other work goes on; then it is the writer's turn again to write it, before what
 * has arrived later. Thread-safe.
 */
final class OpeningQueue {
    private static final Logger LOG = LoggerFactory.getLogger(OpeningQueue.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Openings openings;
    private final Runnable wake;
    /** Whoever has it writes to the ledger. */
    private final ReentrantLock turn = new ReentrantLock();

    private final Set<BalanceKey> opening = new HashSet<>();
    private final List<Work> waiting = new ArrayList<>();
    private final Deque<Work> ready = new ArrayDeque<>();

    /** @param wake called when there is work that need not wait any more */
    OpeningQueue(Openings openings, Runnable wake) {
        this.openings = openings;
        this.wake = wake;
    }

    /** To be held from when work is taken until it is written: no balance of this process is opened between. */
    ReentrantLock turn() {
        return turn;
    }

    /** Opens them, on a thread of its own, unless that is under way; the work waits until then. With {@link #turn()}. */
    void await(Set<BalanceKey> keys, List<Work> works) {
        waiting.addAll(works);
        Set<BalanceKey> more = new HashSet<>(keys);
        more.removeAll(opening);
        if (!more.isEmpty()) {
            opening.addAll(more);
            Thread.ofVirtual().name("serai-ledger-opening").start(() -> open(more));
        }
    }

    /** Work that need not wait any more, so much at most. With {@link #turn()}. */
    List<Work> take(int most) {
        List<Work> taken = new ArrayList<>();
        while (taken.size() < most && !ready.isEmpty()) {
            taken.add(ready.poll());
        }
        if (!ready.isEmpty()) {
            wake.run();
        }
        return taken;
    }

    private void open(Set<BalanceKey> keys) {
        Openings.Sums sums = null;
        try {
            sums = openings.sumUp(keys);
        } catch (RuntimeException e) { // most likely the database is away: the work finds them missing again
            LOG.atDebug().setCause(e).log("balances could not be summed up");
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        turn.lock();
        try {
            if (sums != null) {
                openings.open(sums);
            }
        } catch (RuntimeException e) {
            LOG.atDebug().setCause(e).log("balances could not be opened");
        } finally {
            opening.removeAll(keys);
            ready.addAll(waiting);
            waiting.clear();
            turn.unlock();
        }
        wake.run();
    }
}
