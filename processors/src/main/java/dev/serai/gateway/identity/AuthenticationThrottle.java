/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Slows down failed authentications per client address, as a token bucket that holds one minute's allowance. Only failures
 * are counted and only failures are refused: a valid key always works, so that one bad client behind a shared address
 * doesn't take the others out. Thread-safe.
 *
 * <p>It remembers a bounded number of addresses, and forgets one when its bucket is full again. While there are more, the
 * new ones share one bucket. (Threads that arrive together can exceed the bound by their number.)
 */
public final class AuthenticationThrottle {
    public static final int DEFAULT_PER_MINUTE = 10;
    public static final int DEFAULT_ADDRESSES = 10_000;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final String ALL_OTHERS = "(others)";

    private final long interval;
    private final int mostAddresses;
    private final LongSupplier nanoClock;
    /** Address to the time when its bucket is full again. */
    private final ConcurrentMap<String, Long> fullAt = new ConcurrentHashMap<>();

    private final AtomicLong nextSweep;

    public AuthenticationThrottle() {
        this(DEFAULT_PER_MINUTE, DEFAULT_ADDRESSES, System::nanoTime);
    }

    public AuthenticationThrottle(int perMinute, int mostAddresses, LongSupplier nanoClock) {
        if (perMinute < 1 || mostAddresses < 1) {
            throw new IllegalArgumentException(
                    "perMinute '" + perMinute + "' and mostAddresses '" + mostAddresses + "' must be at least 1");
        }
        this.interval = MINUTE / perMinute;
        this.mostAddresses = mostAddresses;
        this.nanoClock = nanoClock;
        this.nextSweep = new AtomicLong(nanoClock.getAsLong());
    }

    /** Counts a failure; says how long this address has to wait if it has used up its allowance. */
    public Optional<Duration> failed(String address) {
        long now = nanoClock.getAsLong();
        long[] wait = new long[1];
        fullAt.compute(bucket(address, now), (key, known) -> {
            long full = known == null || known - now < 0 ? now : known;
            wait[0] = full + interval - now - MINUTE;
            return wait[0] > 0 ? full : full + interval;
        });
        return wait[0] > 0 ? Optional.of(Duration.ofNanos(wait[0])) : Optional.empty();
    }

    /** How many addresses are remembered now, for a metric. */
    public int addresses() {
        return fullAt.size();
    }

    private String bucket(String address, long now) {
        if (address == null) {
            return ALL_OTHERS;
        }
        if (fullAt.containsKey(address) || fullAt.size() < mostAddresses) {
            return address;
        }
        sweep(now);
        return fullAt.size() < mostAddresses ? address : ALL_OTHERS;
    }

    /** At most once in the time a token takes, so that a flood of addresses cannot make every failure walk the map. */
    private void sweep(long now) {
        long due = nextSweep.get();
        if (now - due >= 0 && nextSweep.compareAndSet(due, now + interval)) {
            fullAt.values().removeIf(full -> full - now <= 0);
        }
    }
}
