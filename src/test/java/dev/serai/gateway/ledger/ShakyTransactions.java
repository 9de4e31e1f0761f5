/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;

/** A database's own transactions, with a line to it that can break when a test wants it. Thread-safe. */
final class ShakyTransactions implements PlatformTransactionManager {
    private final PlatformTransactionManager real;
    private final AtomicInteger unheard = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private volatile boolean away;

    ShakyTransactions(PlatformTransactionManager real) {
        this.real = real;
    }

    /** From now on, or not any more, there is no connection to be had. */
    void away(boolean value) {
        away = value;
    }

    /** So many commits take effect, and the connection breaks before that is heard. */
    void commitUnheard(int times) {
        unheard.set(times);
    }

    /** So many commits do not take effect, because the connection breaks before. */
    void breakCommit(int times) {
        broken.set(times);
    }

    @Override
    public TransactionStatus getTransaction(TransactionDefinition definition) {
        if (away) {
            throw new CannotCreateTransactionException("the test has taken the database away");
        }
        return real.getTransaction(definition);
    }

    @Override
    public void commit(TransactionStatus status) {
        if (broken.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            real.rollback(status);
            throw new TransactionSystemException("the test has broken the connection before the commit");
        }
        real.commit(status);
        if (unheard.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            throw new TransactionSystemException("the test has broken the connection after the commit");
        }
    }

    @Override
    public void rollback(TransactionStatus status) {
        real.rollback(status);
    }
}
