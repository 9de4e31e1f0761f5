/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * The one thread of an instance that writes to the ledger: it takes all that waits, writes it as one transaction, and tells
 * those who wait. While the database is away it tries again and again. Thread-safe.
 */
final class LedgerWriter {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerWriter.class);
    private static final long IDLE_MILLIS = 100;
    private static final long PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;
    private static final long LOOK_NANOS = 1_000_000;
    private static final int CONFLICTS = 5;

    private final LedgerTransaction transaction;
    private final List<LedgerListener> listeners;
    private final int mostInBatch;
    private final BlockingQueue<Work> queue = new LinkedBlockingQueue<>();
    private final OpeningQueue openings;
    private final AtomicInteger reservations = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private volatile boolean running;
    private volatile boolean away;
    private long batches;
    private Thread thread;

    LedgerWriter(LedgerTransaction transaction, List<LedgerListener> listeners, int mostInBatch) {
        this.transaction = transaction;
        this.openings = new OpeningQueue(transaction.openings(), () -> queue.add(Work.Wake.UP));
        this.listeners = List.copyOf(listeners);
        this.mostInBatch = mostInBatch;
    }

    void add(Work work) {
        counter(work).incrementAndGet();
        queue.add(work);
    }

    /** Reservations that wait. */
    int reservations() {
        return reservations.get();
    }

    /** Settlements and releases that are not written yet. */
    int unwritten() {
        return others.get();
    }

    private AtomicInteger counter(Work work) {
        return work instanceof Work.Reserve ? reservations : others;
    }

    void start() {
        running = true;
        // never interrupted: that would close H2's file
        thread = Thread.ofPlatform().daemon().name("serai-ledger").start(this::run);
    }

    /** Writes what waits, for that long at most, and ends. */
    void stop(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        running = false;
        try {
            if (thread != null) {
                thread.join(patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (unwritten() > 0 && System.nanoTime() >= end) {
            LOG.atError()
                    .addKeyValue("settlements", unwritten())
                    .log("the database was away for too long: calls whose settlement is not written are swept later");
        }
    }

    /** False where something is still waiting after that time. */
    boolean awaitWritten(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (unwritten() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return unwritten() == 0;
    }

    boolean isRunning() {
        return running;
    }

    private void run() {
        try {
            while (running || reservations() + unwritten() > 0) {
                Work first = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    takeUp(first);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeUp(Work first) throws InterruptedException {
        openings.turn().lock();
        try {
            write(batch(first));
        } catch (RuntimeException e) { // whoever listens is at fault: the next ones must be written all the same
            LOG.error("the ledger goes on after a fault", e);
        } finally {
            openings.turn().unlock();
        }
    }

    private List<Work> batch(Work first) {
        List<Work> works = openings.take(mostInBatch);
        works.add(first);
        queue.drainTo(works, Math.max(0, mostInBatch - works.size()));
        works.removeIf(Work.Wake.class::isInstance);
        works.removeIf(work -> {
            boolean given =
                    work instanceof Work.Reserve reserve && reserve.result().isDone();
            if (given) {
                reservations.decrementAndGet();
            }
            return given;
        });
        return works;
    }

    private void write(List<Work> works) throws InterruptedException {
        if (works.isEmpty()) {
            return;
        }
        Batch batch = new Batch(++batches, works);
        long started = System.nanoTime();
        Batch.Result result;
        try {
            result = persistently(batch);
        } catch (MissingBalances missing) {
            openings.await(
                    missing.keys(), works.stream().filter(missing::concerns).toList());
            write(works.stream().filter(work -> !missing.concerns(work)).toList());
            return;
        } catch (RuntimeException e) { // thrown before its commit
            apart(works, e);
            return;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - started);
        tell(batch, result);
        listeners.forEach(listener -> listener.written(works.size(), took));
    }

    /** Until it is written, or cannot be for a reason of its own. */
    private Batch.Result persistently(Batch batch) throws InterruptedException {
        long pause = PAUSE_MILLIS;
        int conflicts = 0;
        while (true) {
            try {
                Batch.Result result = transaction.write(batch);
                back();
                return result;
            } catch (DataIntegrityViolationException e) {
                // another instance may have settled the same call a moment ago
                if (++conflicts == CONFLICTS) {
                    throw e;
                }
            } catch (NestedRuntimeException e) {
                away(e);
                Thread.sleep(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private void away(NestedRuntimeException e) {
        if (!away) {
            away = true;
            LOG.atWarn()
                    .addKeyValue("cause", e.getMostSpecificCause().getMessage())
                    .log("the database is away: nothing can be reserved, and settlements wait until it is back");
        }
    }

    private void back() {
        if (away) {
            away = false;
            LOG.atInfo().addKeyValue("settlements", unwritten()).log("the database is back: the ledger goes on");
        }
    }

    /** One of them spoils it for the others. */
    private void apart(List<Work> works, RuntimeException e) throws InterruptedException {
        if (works.size() > 1) {
            for (Work work : works) {
                write(List.of(work));
            }
            return;
        }
        Work work = works.getFirst();
        counter(work).decrementAndGet();
        LOG.atError().addKeyValue("requestId", work.callId()).setCause(e).log("the ledger cannot take this");
        switch (work) {
            case Work.Reserve reserve -> reserve.result().completeExceptionally(e);
            case Work.Sweep sweep -> sweep.result().complete(false);
            case Work.Correct correct -> correct.result().completeExceptionally(e);
            default -> listeners.forEach(LedgerListener::lost);
        }
    }

    private void tell(Batch batch, Batch.Result result) {
        for (Work work : batch.works()) {
            counter(work).decrementAndGet();
            tell(work, result.decisions().get(work));
        }
        listeners.forEach(listener -> {
            result.overruns().forEach(listener::overrun);
            result.alerts().forEach(listener::alert);
        });
    }

    private void tell(Work work, Object decision) {
        switch (work) {
            case Work.Reserve reserve -> {
                boolean heard = reserve.result().complete((Decision) decision);
                if (!heard && decision instanceof Decision.Granted) {
                    add(new Work.Undo(work.callId(), reserve.holdId()));
                }
            }
            case Work.Sweep sweep -> {
                sweep.result().complete((Boolean) decision);
                if ((Boolean) decision) {
                    listeners.forEach(LedgerListener::swept);
                }
            }
            case Work.Correct correct -> correct.result().complete((Boolean) decision);
            case Work.Settle settle -> {}
            case Work.Release release -> {}
            case Work.Undo undo -> {}
            case Work.Wake wake -> {}
        }
    }
}
