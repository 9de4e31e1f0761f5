/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs work that takes effect as a whole or not at all; within such work, more of it joins. Thread-safe. A database that
 * cannot be reached shows as an {@link org.springframework.core.NestedRuntimeException} within the pool's time limit.
 */
@Component
public final class Transactions {
    private static final int TRIES = 5;

    private final PlatformTransactionManager manager;

    public Transactions(PlatformTransactionManager manager) {
        this.manager = manager;
    }

    /** The work; it may run more than once. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** Runs it; where another transaction got in its way so that the database gave it up, runs it again. */
    public <T, E extends Exception> T run(Work<T, E> work) throws E {
        boolean joins = TransactionSynchronizationManager.isActualTransactionActive();
        for (int tries = 1; ; tries++) {
            try {
                return once(work);
            } catch (ConcurrencyFailureException e) {
                if (joins || tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Runs work that reads only: all of it sees the database as it was at one moment. */
    public <T, E extends Exception> T snapshot(Work<T, E> work) throws E {
        DefaultTransactionDefinition snapshot = new DefaultTransactionDefinition();
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setReadOnly(true);
        return once(work, snapshot);
    }

    private <T, E extends Exception> T once(Work<T, E> work) throws E {
        return once(work, new DefaultTransactionDefinition());
    }

    private <T, E extends Exception> T once(Work<T, E> work, TransactionDefinition definition) throws E {
        TransactionStatus status = manager.getTransaction(definition);
        boolean done = false;
        try {
            T result = work.run();
            done = true;
            return result;
        } finally {
            end(status, done);
        }
    }

    private void end(TransactionStatus status, boolean done) {
        if (done) {
            manager.commit(status);
        } else {
            manager.rollback(status);
        }
    }
}
