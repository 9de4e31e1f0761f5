/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The answer to one call which others, that asked the same at the same time, get too: they share its cost. A part of the call
 * that makes it. Thread-safe.
 */
public final class SharedAnswer {
    private final Call maker;
    private final List<Share> joined = new ArrayList<>();
    /** Whoever shares it is known. */
    private boolean ended;

    private long length;

    /** @param maker the call that it is made for */
    public SharedAnswer(Call maker) {
        this.maker = maker;
    }

    /** A call that has joined. */
    public final class Share {
        private final LongSupplier taken;
        private boolean left;

        private Share(LongSupplier taken) {
            this.taken = taken;
        }

        /** The answer that it is a share of. */
        public SharedAnswer of() {
            return SharedAnswer.this;
        }

        /** It waits for the answer no more. */
        public void leave() {
            synchronized (SharedAnswer.this) {
                left = true;
            }
        }

        /** Bytes that its client was handed. */
        public long taken() {
            return taken.getAsLong();
        }

        private boolean counts(boolean whole) {
            return whole && !left || taken() > 0;
        }
    }

    /** The share that a call has; it changes where the call goes its own way after all. */
    private static final class Membership {
        private volatile Share share;
    }

    /** The answer that a call makes; null where no other call could join it. */
    public static SharedAnswer madeBy(Call call) {
        return call.part(SharedAnswer.class);
    }

    /** What a call has joined, or null. */
    public static Share joinedBy(Call call) {
        Membership membership = call.part(Membership.class);
        return membership == null ? null : membership.share;
    }

    /** A call goes its own way. */
    public static void forget(Call call) {
        call.part(Membership.class, Membership::new).share = null;
    }

    /**
     * A call joins.
     *
     * @param taken bytes that its client has been handed
     * @return false where it is too late
     */
    public synchronized boolean join(Call call, LongSupplier taken) {
        if (ended) {
            return false;
        }
        Share share = new Share(taken);
        joined.add(share);
        call.part(Membership.class, Membership::new).share = share;
        call.onClose(share::leave);
        return true;
    }

    /**
     * There is no more of it. Those share it who were given its beginning, and those who wait for it, where it is whole.
     *
     * @param bytes that it has
     */
    public synchronized void end(boolean whole, long bytes) {
        if (!ended) {
            ended = true;
            length = bytes;
            joined.removeIf(share -> !share.counts(whole));
        }
    }

    public Call maker() {
        return maker;
    }

    /** How many calls share it, the one that makes it among them; known at its end. */
    public synchronized int calls() {
        return 1 + joined.size();
    }

    /** Whether it is shared by that one; known at its end. */
    public synchronized boolean isSharedBy(Share share) {
        return joined.contains(share);
    }

    /** In bytes; known at its end. */
    public synchronized long length() {
        return length;
    }
}
