/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.Locale;

/**
 * What went wrong, and what that means: the one table of error classes. The dispatch patterns, the breakers and the
 * doors all read it from here.
 */
public enum ErrorClass {
    INVALID_REQUEST(Retry.NEVER, Hop.NEVER, false, 400),
    UNSUPPORTED_FEATURE(Retry.NEVER, Hop.NEVER, false, 400),
    CONTEXT_OVERFLOW(Retry.NEVER, Hop.LARGER_WINDOW, false, 400),
    /** The gateway's own credential was refused by the provider. */
    AUTHENTICATION(Retry.NEVER, Hop.ALWAYS, true, 502),
    POLICY_REJECTION(Retry.NEVER, Hop.IF_TASK_ALLOWS, false, 400),
    RATE_LIMITED(Retry.ONCE, Hop.ALWAYS, true, 429),
    QUOTA_EXHAUSTED(Retry.NEVER, Hop.ALWAYS, true, 503),
    PROVIDER_UNAVAILABLE(Retry.ONCE, Hop.ALWAYS, true, 503),
    DEADLINE_EXCEEDED(Retry.NEVER, Hop.ALWAYS, true, 504),
    OUTPUT_INVALID(Retry.NEVER, Hop.ALWAYS, false, 502),
    CANCELLED(Retry.NEVER, Hop.NEVER, false, 499),

    NOT_FOUND(Retry.NEVER, Hop.NEVER, false, 404),
    FORBIDDEN(Retry.NEVER, Hop.NEVER, false, 403),
    INSUFFICIENT_FUNDS(Retry.NEVER, Hop.NEVER, false, 402),
    /** No room on this side: for a deployment (all its connections in use), another one may have some. */
    OVERLOADED(Retry.NEVER, Hop.ALWAYS, false, 503),
    CONFLICT(Retry.NEVER, Hop.NEVER, false, 409);

    /** Whether the same deployment may be tried again. */
    public enum Retry {
        NEVER,
        ONCE
    }

    /** Whether another deployment may be tried. */
    public enum Hop {
        NEVER,
        LARGER_WINDOW,
        IF_TASK_ALLOWS,
        ALWAYS
    }

    private final Retry retry;
    private final Hop hop;
    private final boolean countsForBreaker;
    private final int clientStatus;
    private final String code = name().toLowerCase(Locale.ROOT);

    ErrorClass(Retry retry, Hop hop, boolean countsForBreaker, int clientStatus) {
        this.retry = retry;
        this.hop = hop;
        this.countsForBreaker = countsForBreaker;
        this.clientStatus = clientStatus;
    }

    public Retry retry() {
        return retry;
    }

    public Hop hop() {
        return hop;
    }

    /** Whether this failure says something about the deployment's health. Caller errors never do. */
    public boolean countsForBreaker() {
        return countsForBreaker;
    }

    /** The HTTP status a client gets when nothing more specific is known. */
    public int clientStatus() {
        return clientStatus;
    }

    /** The class as it is written in routes, records and metrics, e.g. {@code rate_limited}. */
    public String code() {
        return code;
    }

    @Override
    public String toString() {
        return code;
    }
}
