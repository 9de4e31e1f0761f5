/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import org.springframework.core.NestedRuntimeException;

import dev.serai.gateway.cache.idempotency.IdempotencyListener.Result;
import dev.serai.gateway.door.Doors;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** What is said to calls whose idempotency key cannot be honoured. */
final class Refusals {
    private static final String REUSED = "idempotency_key_reused";
    private static final String NOT_KEPT = "idempotency_answer_not_kept";
    private static final String MISCONFIGURED = "idempotency_misconfigured";

    private Refusals() {}

    /** What became of a call that ended in that way before it had an answer. */
    static Result result(LlmException why) {
        return switch (String.valueOf(why.code())) {
            case REUSED -> Result.CONFLICT;
            case NOT_KEPT -> Result.NOT_KEPT;
            case MISCONFIGURED -> Result.UNAVAILABLE;
            // it shares the failure of the call that it waited for, or its own time was over
            default -> Result.JOINED;
        };
    }

    static LlmException malformed() {
        return LlmException.invalid(
                Doors.IDEMPOTENCY_HEADER,
                "The header 'Idempotency-Key' has to be 1 to 255 printable ASCII characters, e.g. a UUID.");
    }

    static LlmException otherRequest() {
        return LlmException.of(ErrorClass.CONFLICT)
                .code(REUSED)
                .field(Doors.IDEMPOTENCY_HEADER)
                .detail("the idempotency key came with another request before")
                .reason("This Idempotency-Key was used for another request before: use a new key for each request.")
                .build();
    }

    static LlmException notKept() {
        return LlmException.of(ErrorClass.CONFLICT)
                .code(NOT_KEPT)
                .field(Doors.IDEMPOTENCY_HEADER)
                .detail("the answer to the idempotency key was not kept")
                .reason(
                        "The request with this Idempotency-Key was answered before, and its answer was not kept. Nothing was"
                                + " sent: use a new key to ask again.")
                .build();
    }

    static LlmException foreignKey() {
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .code(MISCONFIGURED)
                .detail("the encryption key is not the fleet's")
                .reason(
                        "Requests with an Idempotency-Key are not served here: the gateway's operators have to set the same"
                                + " " + Seals.KEY + " on all instances.")
                .build();
    }

    static LlmException databaseAway(NestedRuntimeException cause) {
        return LlmException.of(ErrorClass.PROVIDER_UNAVAILABLE)
                .code("idempotency_unavailable")
                .detail("the database is away")
                .reason(
                        "The gateway cannot keep the promise of an Idempotency-Key now. Nothing was sent: try again later.")
                .cause(cause)
                .build();
    }
}
