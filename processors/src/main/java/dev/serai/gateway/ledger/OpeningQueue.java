/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work that waits for balances to be opened, while other work goes on; then it is queued again. Thread-safe. */
final class OpeningQueue {
    private static final Logger LOG = LoggerFactory.getLogger(OpeningQueue.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Openings openings;
    private final Queue<Work> again;
    private final Set<BalanceKey> opening = new HashSet<>();
    private final List<Work> waiting = new ArrayList<>();

    /** @param again where work is put that need not wait any more */
    OpeningQueue(Openings openings, Queue<Work> again) {
        this.openings = openings;
        this.again = again;
    }

    /** Opens them, on a thread of its own, unless that is under way; the work waits until then. */
    synchronized void await(Set<BalanceKey> keys, List<Work> works) {
        waiting.addAll(works);
        Set<BalanceKey> more = new HashSet<>(keys);
        more.removeAll(opening);
        if (!more.isEmpty()) {
            opening.addAll(more);
            Thread.ofVirtual().name("serai-ledger-opening").start(() -> open(more));
        }
    }

    private void open(Set<BalanceKey> keys) {
        try {
            openings.open(openings.sumUp(keys));
        } catch (RuntimeException e) { // most likely the database is away: the work finds them missing again
            LOG.atDebug().setCause(e).log("balances could not be opened");
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        opened(keys);
    }

    private synchronized void opened(Set<BalanceKey> keys) {
        opening.removeAll(keys);
        again.addAll(waiting);
        waiting.clear();
    }
}
