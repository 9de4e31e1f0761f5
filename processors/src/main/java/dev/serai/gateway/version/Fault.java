/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import dev.serai.llm.ErrorClass;

/** What a call's end says about the version that served it. The question is: could another version have done better? */
public enum Fault {
    /** It answered. */
    NONE(new Counts(1, 0, 0)),
    /** It failed where another choice of deployments, prompt or limits might not have. */
    ERROR(new Counts(1, 1, 0)),
    /** Its answers broke the task's schema. */
    INVALID_OUTPUT(new Counts(1, 0, 1)),
    /** Nothing: the caller, or the gateway's own rules, ended the call. It is not counted at all. */
    NOT_ITS_OWN(Counts.NONE);

    private final Counts counts;

    Fault(Counts counts) {
        this.counts = counts;
    }

    Counts counts() {
        return counts;
    }

    /**
     * @param failure what ended the call, or null where it was answered
     * @param asked   whether a deployment had been asked: before that, a refusal for rate or load is the gateway's own
     */
    public static Fault of(ErrorClass failure, boolean asked) {
        if (failure == null) {
            return NONE;
        }
        return switch (failure) {
            case OUTPUT_INVALID -> INVALID_OUTPUT;
            // a smaller window, a deployment without tools, a prompt that providers refuse: the version's choice
            case AUTHENTICATION,
                    CONTEXT_OVERFLOW,
                    DEADLINE_EXCEEDED,
                    POLICY_REJECTION,
                    PROVIDER_UNAVAILABLE,
                    QUOTA_EXHAUSTED,
                    UNSUPPORTED_FEATURE -> ERROR;
            case OVERLOADED, RATE_LIMITED -> asked ? ERROR : NOT_ITS_OWN;
            case CANCELLED, CONFLICT, FORBIDDEN, INSUFFICIENT_FUNDS, INVALID_REQUEST, NOT_FOUND -> NOT_ITS_OWN;
        };
    }
}
