/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;

import com.netflix.concurrency.limits.limit.AbstractLimit;

/**
 * How many calls an instance carries, by how late its own threads run: the time that a call takes says nothing of that, since
 * it is the model's. Its samples are not calls but looks at the instance, a few each second: the lateness is the sample's time,
 * a heap that is short is its drop. Late: a tenth fewer. In time: a quarter more where the places are wanted, else a twentieth,
 * so that one bad moment is forgotten. Between half of what is tolerated and all of it the limit stays. It begins with the most:
 * an instance is not late until it shows it. Thread-safe.
 */
final class SaturationLimit extends AbstractLimit {
    private static final double WANTED = 0.8;
    private static final double FEWER = 0.9;
    private static final double MORE = 1.25;
    private static final double FORGET = 1.05;

    private final int least;
    private final int most;
    private final long toleratedNanos;

    SaturationLimit(int least, int most, Duration tolerated) {
        super(most);
        this.least = least;
        this.most = most;
        this.toleratedNanos = tolerated.toNanos();
    }

    @Override
    protected int _update(long startTime, long lateNanos, int inUse, boolean heapIsShort) {
        int limit = getLimit();
        if (heapIsShort || lateNanos > toleratedNanos) {
            // no lower than what is under way: that goes on anyway, and the limit has to come back from there
            return Math.clamp((long) Math.max(limit * FEWER, Math.min(limit, inUse * FEWER)), least, most);
        }
        if (lateNanos * 2 >= toleratedNanos) {
            return limit;
        }
        double factor = inUse >= limit * WANTED ? MORE : FORGET;
        return Math.clamp((long) Math.ceil(limit * factor), least, most);
    }
}
