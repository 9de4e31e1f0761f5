/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;
import dev.serai.llm.Usage;

/** One HTTP request to one deployment, as the decision record tells it. Ended once, by whichever thread ends it. */
public final class Attempt {
    private final int number;
    private final String deployment;
    private final long startedNanos = System.nanoTime();
    private final long startedAfterMillis;
    private volatile long endedNanos;
    private volatile LlmException failure;
    private volatile String model;
    private volatile String responseId;
    private volatile Usage usage;
    private volatile int skippedEvents;
    private volatile Long firstTokenMillis;
    private volatile long textChars;
    private volatile boolean discarded;

    Attempt(int number, String deployment, long startedAfterMillis) {
        this.number = number;
        this.deployment = deployment;
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
    public void streaming() {
        firstTokenMillis = (System.nanoTime() - startedNanos) / 1_000_000;
    }

    public void streamEnded(LlmStream.End end) {
        LlmStream.Progress progress = end.progress();
        model = progress.model();
        responseId = progress.responseId();
        usage = progress.usage();
        skippedEvents = progress.skipped();
        textChars = progress.textChars();
        failure = end.failure();
        endedNanos = System.nanoTime();
    }

    /** What it had answered until it failed is not part of the caller's answer. */
    public void discard() {
        discarded = true;
    }

    public int number() {
        return number;
    }

    public String deployment() {
        return deployment;
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

    /** {@code ok}, {@code running} or the error class. */
    public String outcome() {
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

    public int skippedEvents() {
        return skippedEvents;
    }

    /** Characters that it had answered and that were thrown away; null where nothing was. */
    public Long discardedChars() {
        return discarded ? textChars : null;
    }
}
