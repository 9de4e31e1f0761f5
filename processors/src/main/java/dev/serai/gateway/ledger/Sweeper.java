/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.NestedRuntimeException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import dev.serai.gateway.database.DatabaseLoop;

/**
 * Settles what ended processes have left: calls all of whose holds have expired. One instance of the fleet does it for all;
 * where two do it for a moment, each call is settled once nevertheless. Thread-safe.
 */
@Component
public final class Sweeper extends DatabaseLoop {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final String LEASE = "sweeper";
    private static final int CALLS = 500;

    private final UUID holder = UUID.randomUUID();
    private final LeaseTable leases;
    private final HoldTable holds;
    private final LedgerWriter writer;
    private final Clock clock;

    @Autowired
    Sweeper(JdbcTemplate jdbc, Ledger ledger, LedgerSettings settings) {
        this(jdbc, ledger, settings, Clock.systemUTC());
    }

    Sweeper(JdbcTemplate jdbc, Ledger ledger, LedgerSettings settings, Clock clock) {
        super("expired holds", settings.sweepEvery());
        this.leases = new LeaseTable(jdbc);
        this.holds = new HoldTable(jdbc);
        this.writer = ledger.writer();
        this.clock = clock;
    }

    @Override
    protected void round() {
        sweep();
    }

    /** One round, if it is this instance's. Returns the number of calls it has settled. */
    int sweep() {
        return hasLease() ? settleExpired() : 0;
    }

    /** Whether this instance is the one, from now on for half a minute at least. */
    boolean hasLease() {
        return leases.take(LEASE, holder);
    }

    /** Ends when all is written. */
    int settleExpired() {
        int swept = 0;
        Set<String> calls;
        do {
            calls = holds.expired(clock.instant(), CALLS).stream()
                    .map(Hold::callId)
                    .collect(Collectors.toSet());
            swept += settle(calls);
        } while (calls.size() == CALLS && isRunning());
        if (swept > 0) {
            LOG.atWarn()
                    .addKeyValue("calls", swept)
                    .log("calls whose process has ended were settled at what they held");
        }
        return swept;
    }

    private int settle(Set<String> calls) {
        List<CompletableFuture<Boolean>> results = new ArrayList<>();
        for (String call : calls) {
            Work.Sweep sweep = new Work.Sweep(call, new CompletableFuture<>());
            writer.add(sweep);
            results.add(sweep.result());
        }
        return (int) results.stream().filter(CompletableFuture::join).count();
    }

    /** Somebody else may sweep at once. */
    @Override
    public void stop() {
        super.stop();
        try {
            leases.giveUp(LEASE, holder);
        } catch (NestedRuntimeException e) {
            LOG.debug("the sweeper's lease ends by itself: the database is away", e);
        }
    }

    /** After the ledger's writer has started, and before it ends. */
    @Override
    public int getPhase() {
        return Ledger.PHASE + 1;
    }
}
