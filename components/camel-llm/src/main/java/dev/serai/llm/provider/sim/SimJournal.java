/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the simulated provider was asked, oldest first. Bounded in number and in bytes of bodies; the oldest go first.
 * Thread-safe.
 */
public final class SimJournal {
    private static final long MOST_BYTES = 32L << 20;

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<SimExchange> exchanges = new ArrayDeque<>();
    private final AtomicInteger connections = new AtomicInteger();
    private long bytes;

    SimJournal(int capacity) {
        this.capacity = capacity;
    }

    /** All requests kept. */
    public List<SimRequest> requests() {
        lock.lock();
        try {
            return exchanges.stream().map(SimExchange::snapshot).toList();
        } finally {
            lock.unlock();
        }
    }

    /** The requests kept of one mount. */
    public List<SimRequest> requests(String mount) {
        return requests().stream()
                .filter(request -> request.mount().equals(mount))
                .toList();
    }

    /** Forgets all requests; attempt numbers go on. */
    public void clear() {
        lock.lock();
        try {
            exchanges.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Client connections open now, idle ones included. */
    public int openConnections() {
        return connections.get();
    }

    void add(SimExchange exchange) {
        lock.lock();
        try {
            exchanges.add(exchange);
            bytes += exchange.size();
            while (exchanges.size() > capacity || bytes > MOST_BYTES && exchanges.size() > 1) {
                bytes -= exchanges.remove().size();
            }
        } finally {
            lock.unlock();
        }
    }

    void connectionOpened() {
        connections.incrementAndGet();
    }

    void connectionClosed() {
        connections.decrementAndGet();
    }
}
