/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/**
 * The envelope of a model call: a native payload and what is standard around it. Immutable and thread-safe, so that
 * several attempts can share it; the payload array must not be changed after it was handed over.
 *
 * @param dialect      the dialect of the payload, and of the answer
 * @param payload      the request body in that dialect, as UTF-8 JSON
 * @param stream       whether the answer is streamed
 * @param limits       what the caller of the envelope lays over the payload
 * @param mayLose      fields (names in the payload's dialect) that may be dropped where the target cannot express them
 * @param headers      headers to pass on to a provider of that dialect (allow-listed by whoever built the envelope)
 * @param cancellation aborts the attempt's HTTP request
 */
public record LlmRequest(
        Dialect dialect,
        byte[] payload,
        boolean stream,
        Limits limits,
        Set<String> mayLose,
        Map<String, String> headers,
        Cancellation cancellation) {

    public LlmRequest {
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(limits, "limits");
        mayLose = Set.copyOf(mayLose);
        headers = Map.copyOf(headers);
        Objects.requireNonNull(cancellation, "cancellation");
    }

    /** An envelope without limits, headers or fields to lose. */
    public static LlmRequest of(Dialect dialect, byte[] payload, boolean stream) {
        return new LlmRequest(dialect, payload, stream, Limits.NONE, Set.of(), Map.of(), new Cancellation());
    }

    public LlmRequest withLimits(Limits value) {
        return new LlmRequest(dialect, payload, stream, value, mayLose, headers, cancellation);
    }

    public LlmRequest withCancellation(Cancellation value) {
        return new LlmRequest(dialect, payload, stream, limits, mayLose, headers, value);
    }

    /**
     * Translates on trial.
     *
     * @throws LlmException unsupported_feature naming the field that the dialect cannot express
     */
    public void checkExpressible(Dialect target) throws LlmException {
        if (target != dialect) {
            Codecs.of(target).writeRequest(Codecs.of(dialect).readRequest(Json.parseRequest(payload)), mayLose);
        }
    }

    /** Never the payload. */
    @Override
    public String toString() {
        return "LlmRequest[" + dialect.code() + ", " + payload.length + " bytes, stream=" + stream + "]";
    }

    /**
     * Values laid over the payload and the endpoint's options; null leaves what is there.
     *
     * @param maxOutputTokens an upper bound: a smaller value in the payload stays
     * @param temperature     replaces the payload's value
     * @param reasoningEffort replaces the payload's value (low, medium, high)
     * @param firstToken      replaces the endpoint's limit
     * @param idle            replaces the endpoint's limit
     * @param attempt         replaces the endpoint's limit
     * @param remainingNanos  time that the whole call has left, which no attempt outlives
     */
    public record Limits(
            Integer maxOutputTokens,
            Double temperature,
            String reasoningEffort,
            Duration firstToken,
            Duration idle,
            Duration attempt,
            Long remainingNanos) {
        public static final Limits NONE = new Limits(null, null, null, null, null, null, null);

        public Limits withMaxOutputTokens(int tokens) {
            return new Limits(tokens, temperature, reasoningEffort, firstToken, idle, attempt, remainingNanos);
        }

        public Limits withRemainingNanos(long nanos) {
            return new Limits(maxOutputTokens, temperature, reasoningEffort, firstToken, idle, attempt, nanos);
        }
    }
}
