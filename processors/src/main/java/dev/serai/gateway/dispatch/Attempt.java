/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.math.BigDecimal;
import java.util.Locale;

import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;
import dev.serai.llm.Usage;

/** One HTTP request to one deployment, as the decision record tells it. Ended once, by whichever thread ends it. */
public final class Attempt {
    /** The exchange property that holds the attempt on its way to the provider. */
    public static final String PROPERTY = "SeraiAttempt";

    private final String deployment;
    private final Role role;
    private final long startedNanos = System.nanoTime();
    private final long startedAfterMillis;
    private volatile long endedNanos;
    private volatile LlmException failure;
    private volatile String model;
    private volatile String responseId;
    private volatile Usage usage;
    private volatile boolean usageEstimated;
    private volatile boolean finished;
    private volatile int skippedEvents;
    private volatile Long firstTokenMillis;
    private volatile long textChars;
    private volatile LlmStream stream;
    private volatile boolean discarded;
    private volatile String drill;
    private volatile BigDecimal cost;
    private volatile String priceVersion;

    /** What an attempt is to its call. */
    public enum Role {
        REGULAR,
        /** Begun because another one was slow. */
        HEDGE,
        /** A copy whose answer nobody gets. */
        SHADOW,
        /** Made to have an answer of the call judged: its own answer is a score. */
        JUDGE;

        /** Whether its answer may be the call's. */
        public boolean answers() {
            return this == REGULAR || this == HEDGE;
        }

        /** As records have it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Attempt(String deployment, Role role, long startedAfterMillis) {
        this.deployment = deployment;
        this.role = role;
        this.startedAfterMillis = startedAfterMillis;
    }

    /** The answer came whole. */
    public void succeeded(LlmResponse response) {
        model = response.model();
        responseId = response.responseId();
        usage = response.usage();
        endedNanos = System.nanoTime();
    }

    public void failed(LlmException why) {
        failure = why;
        endedNanos = System.nanoTime();
    }

    /** The first content came; {@link #streamEnded} follows. */
    public void streaming(LlmStream answer) {
        stream = answer;
        firstTokenMillis = (System.nanoTime() - startedNanos) / 1_000_000;
    }

    public void streamEnded(LlmStream.End end) {
        LlmStream.Progress progress = end.progress();
        model = progress.model();
        responseId = progress.responseId();
        usage = progress.usage();
        finished = progress.stopReason() != null;
        skippedEvents = progress.skipped();
        textChars = progress.textChars();
        stream = null;
        failure = end.failure();
        endedNanos = System.nanoTime();
    }

    /** The provider has not said what it had used, or not all of it: this is the gateway's own count. */
    void estimate(Usage estimated) {
        usage = estimated;
        usageEstimated = true;
    }

    /** What it had answered until it failed is not part of the caller's answer. */
    public void discard() {
        discarded = true;
    }

    /** Another answer of the call was better, and is its answer. */
    public void outdone() {
        failure = Race.lost();
        discarded = firstTokenMillis != null;
    }

    /** The provider is not asked: a drill's fault comes in its place. */
    public void inject(String drillId) {
        drill = drillId;
    }

    /** The drill that it is part of; null where the provider was asked. */
    public String drill() {
        return drill;
    }

    /**
     * What its usage costs.
     *
     * @param usd     in USD
     * @param version of the price table; null where no price was known, and the amount is what had been reserved
     */
    public void cost(BigDecimal usd, String version) {
        cost = usd;
        priceVersion = version;
    }

    public String deployment() {
        return deployment;
    }

    public Role role() {
        return role;
    }

    /** From the call's arrival, in milliseconds. */
    public long startedAfterMillis() {
        return startedAfterMillis;
    }

    /** How long it took, or has taken so far, in milliseconds. */
    public long durationMillis() {
        long end = endedNanos == 0 ? System.nanoTime() : endedNanos;
        return (end - startedNanos) / 1_000_000;
    }

    /** Streams: from the attempt's start to its first content, in milliseconds; null before or without it. */
    public Long firstTokenMillis() {
        return firstTokenMillis;
    }

    public boolean ended() {
        return endedNanos != 0;
    }

    /** Null while it runs or where it succeeded. */
    public LlmException failure() {
        return failure;
    }

    /** Whether another attempt of the call was quicker, or better. */
    public boolean lost() {
        return Race.isLost(failure);
    }

    /** {@code ok}, {@code running}, {@code lost} or the error class. */
    public String outcome() {
        if (lost()) {
            return "lost";
        }
        if (failure != null) {
            return failure.errorClass().code();
        }
        return ended() ? "ok" : "running";
    }

    public String model() {
        return model;
    }

    public String responseId() {
        return responseId;
    }

    public Usage usage() {
        return usage;
    }

    /** Streams: whether the provider has said why it stopped; what it reports of its usage is all of it then. */
    boolean finished() {
        return finished;
    }

    /** Whether {@link #usage} is the gateway's estimate. */
    public boolean usageEstimated() {
        return usageEstimated;
    }

    public int skippedEvents() {
        return skippedEvents;
    }

    /** Characters of a stream's answer so far, in text and tool arguments. */
    public long textChars() {
        LlmStream running = stream;
        return running == null ? textChars : running.progress().textChars();
    }

    /** Characters that it had answered and that were thrown away; null where nothing was. */
    public Long discardedChars() {
        return discarded ? textChars : null;
    }

    /** What the provider charges for it, in USD; null where it used nothing. */
    public BigDecimal cost() {
        return cost;
    }

    /** Whether {@link #cost} is what had been reserved, because no price was known. */
    public boolean unpriced() {
        return cost != null && priceVersion == null;
    }

    /** The price table that {@link #cost} is of, or null. */
    public String priceVersion() {
        return priceVersion;
    }
}
