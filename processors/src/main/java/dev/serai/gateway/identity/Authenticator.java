/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Finds out who is calling, or refuses. Knows no transport: HTTP and JMS pass their headers in. Thread-safe. */
public final class Authenticator {
    private final AuthenticationThrottle throttle;

    public Authenticator(AuthenticationThrottle throttle) {
        this.throttle = throttle;
    }

    /**
     * The caller, whatever others at its address do.
     *
     * @param callers       finds a caller by its key, e.g. with a {@link KeyCheck} among those of the call's edition
     * @param headers       gives a header's value, or null, whatever the case of its name
     * @param remoteAddress the client's address, as far as it can be trusted; may be null
     * @throws LlmException {@code authentication} with 401, or {@code rate_limited} with 429 for an address that failed too
     *                      often
     */
    public Caller authenticate(
            Function<String, Optional<Caller>> callers, UnaryOperator<String> headers, String remoteAddress)
            throws LlmException {
        try {
            return callers.apply(PresentedKey.read(headers)).orElseThrow(Authenticator::unknown);
        } catch (LlmException refusal) {
            Optional<Duration> wait = throttle.failed(remoteAddress);
            throw wait.isPresent() ? tooMany(wait.get()) : refusal;
        }
    }

    private static LlmException unknown() {
        return PresentedKey.refused(
                "unknown key",
                "The key is not valid here: it was mistyped or revoked, or is a provider's own key. Gateway keys start with "
                        + NewKey.PREFIX + ".");
    }

    private static LlmException tooMany(Duration wait) {
        return LlmException.of(ErrorClass.RATE_LIMITED)
                .code("too_many_failed_authentications")
                .detail("too many failed authentications from one address")
                .reason("Too many requests without a valid key came from this address. A valid key works at once.")
                .retryAfter(wait)
                .notRetryable()
                .build();
    }
}
