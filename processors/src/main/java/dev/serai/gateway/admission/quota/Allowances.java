/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

import dev.serai.gateway.fleet.Fleet;

/**
 * The limits that calls have met, and what this instance has in stock of each. Their names come from the configuration; those
 * that nobody has met for a while are forgotten. Thread-safe.
 */
@Component
public final class Allowances implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(Allowances.class);
    private static final long TIDY_MILLIS = 500;
    private static final int TICKS_BETWEEN_WORDS = 10;
    private static final long FORGOTTEN_MICROS = TimeUnit.MINUTES.toMicros(10);

    private final Map<Limit.Id, Lease> leases = new ConcurrentHashMap<>();
    private final LongAdder asked = new LongAdder();
    private final Fleet fleet;
    private final QuotaSettings settings;
    private final Shares shares;
    private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serai-quotas").factory());
    private int ticks;

    Allowances(Fleet fleet, QuotaSettings settings) {
        this.fleet = fleet;
        this.settings = settings;
        this.shares = new Shares(fleet, settings.forgetInstance());
        background.scheduleWithFixedDelay(this::tick, TIDY_MILLIS, TIDY_MILLIS, TimeUnit.MILLISECONDS);
    }

    QuotaSettings settings() {
        return settings;
    }

    /** That many of a limit. */
    Charge charge(Limit limit, long count) {
        Lease lease = leases.computeIfAbsent(limit.id(), this::lease);
        return new Charge(limit, lease, count, limit.capacity(settings));
    }

    /** A limit as it stands; one that nobody has met is full. */
    Charge look(Limit limit) {
        Lease known = leases.get(limit.id());
        return new Charge(limit, known == null ? lease(limit.id()) : known, 0, limit.capacity(settings));
    }

    /** How often the fleet was asked for a block of tokens. */
    public long asked() {
        return asked.sum();
    }

    private Lease lease(Limit.Id id) {
        FleetStore store = fleet.isEnabled() ? new FleetStore(fleet.buckets(), id.key(), asked) : null;
        return new Lease(
                new SharedSource(store, shares),
                () -> System.nanoTime() / 1000,
                () -> Lease.ALL_STOCKS_MICROS / Math.max(1, fleet.members()));
    }

    private void tick() {
        try {
            if (ticks++ % TICKS_BETWEEN_WORDS == 0) {
                shares.tell(false);
            }
            leases.values().forEach(Lease::tidy);
            leases.values().removeIf(lease -> lease.idleMicros() > FORGOTTEN_MICROS);
        } catch (RuntimeException e) { // the next tick must come
            LOG.atWarn().setCause(e).log("The stocks of quotas could not be tidied");
        }
    }

    /** Before the fleet is left: what this instance had in stock is the others'. */
    @Override
    public void destroy() {
        background.shutdown();
        leases.values().forEach(Lease::close);
        shares.tell(true);
    }
}
