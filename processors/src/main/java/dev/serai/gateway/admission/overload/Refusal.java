/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;
import java.util.Locale;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Why a call gets no place; in lower case it is the error's code. */
enum Refusal {
    /** The queue is full of calls that are no less urgent. */
    QUEUE_FULL("the queue is full"),
    /** It waited, and a more urgent call needed its room. */
    SHED("given up for a more urgent call"),
    /** It would wait for longer than its deadline leaves time for. */
    NO_TIME("no place in time"),
    /** It has waited for as long as its deadline leaves time for. */
    QUEUE_TIMEOUT("waited too long for a place");

    private static final Duration SOONEST = Duration.ofSeconds(1);
    private static final Duration LATEST = Duration.ofSeconds(30);

    private final String detail;
    private final String code = name().toLowerCase(Locale.ROOT);

    Refusal(String detail) {
        this.detail = detail;
    }

    String code() {
        return code;
    }

    /**
     * @param reason for the caller
     * @param wait   expected, in nanoseconds
     */
    LlmException failure(String reason, long wait) {
        return LlmException.of(ErrorClass.OVERLOADED)
                .code(code)
                .detail(detail)
                .reason(reason)
                .retryAfter(bounded(Duration.ofNanos(wait)))
                .build();
    }

    /** A wait that a client can be told. */
    static Duration bounded(Duration wait) {
        return wait.compareTo(SOONEST) < 0 ? SOONEST : wait.compareTo(LATEST) > 0 ? LATEST : wait;
    }
}
