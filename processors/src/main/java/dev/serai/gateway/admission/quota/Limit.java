/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.Locale;

/**
 * One limit of somebody: so many a minute. Immutable.
 *
 * @param id        whose, and of what
 * @param perMinute at least 1
 */
record Limit(Id id, long perMinute) {
    private static final long MINUTE_MICROS = 60_000_000;
    /** So many requests may always come at once, however low the limit: there is no half of one. */
    private static final long FEW_REQUESTS = 5;

    /** Who has limits. */
    enum Scope {
        CALLER,
        TASK,
        DEPLOYMENT;

        /** As records and metrics say it. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What a bucket is found by.
     *
     * @param ordinary whether it is the part of the limit that calls of a low priority have: the rest is reserved
     */
    record Id(Scope scope, String name, Kind kind, boolean ordinary) {
        /** The same in the fleet. */
        String key() {
            return scope.code() + ':' + name + ':' + kind.code() + (ordinary ? ":ordinary" : "");
        }
    }

    static Limit of(Scope scope, String name, Kind kind, long perMinute) {
        return new Limit(new Id(scope, name, kind, false), perMinute);
    }

    /** The part that is not reserved. */
    Limit ordinary(double reservedShare) {
        long left = Math.max(1, Math.round(perMinute * (1 - reservedShare)));
        return new Limit(new Id(id.scope(), id.name(), id.kind(), true), left);
    }

    /** What that many cost, in microseconds of the bucket's time: a whole minute at most. */
    long cost(long count) {
        return Math.min(MINUTE_MICROS, Math.ceilDiv(Math.multiplyExact(Math.max(0, count), MINUTE_MICROS), perMinute));
    }

    /** How many that time is enough for. */
    long count(long micros) {
        return Math.floorDiv(Math.max(0, micros) * perMinute, MINUTE_MICROS);
    }

    /** What may come at once, in microseconds of the bucket's time. */
    long capacity(QuotaSettings settings) {
        long burst = settings.burst().toNanos() / 1000;
        return id.kind() == Kind.REQUESTS ? Math.max(burst, cost(FEW_REQUESTS)) : burst;
    }
}
