/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.RequestTranslator;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.PreparedCall;

/**
 * The envelope of a model call: a native payload and what is standard around it. Immutable and thread-safe, so that
 * several attempts can share it; the payload array must not be changed after it was handed over.
 *
 * @param operation    what is asked for
 * @param dialect      the dialect of the payload, and of the answer; of an operation besides chat whose form it has: OpenAI's
 *                     embeddings are {@link Dialect#OPENAI_CHAT}
 * @param payload      the request body in that dialect, as UTF-8 JSON
 * @param stream       whether the answer is streamed, which only a chat's can be
 * @param limits       what the caller of the envelope lays over the payload
 * @param mayLose      fields (names in the payload's dialect) that may be dropped where the target cannot express them
 * @param headers      headers to pass on to a provider of that dialect (allow-listed by whoever built the envelope)
 * @param cancellation aborts the attempt's HTTP request
 */
public record LlmRequest(
        Operation operation,
        Dialect dialect,
        byte[] payload,
        boolean stream,
        Limits limits,
        Set<String> mayLose,
        Map<String, String> headers,
        Cancellation cancellation) {

    public LlmRequest {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(limits, "limits");
        mayLose = Set.copyOf(mayLose);
        headers = Map.copyOf(headers);
        Objects.requireNonNull(cancellation, "cancellation");
        if (stream && operation != Operation.CHAT) {
            throw new IllegalArgumentException(operation.code() + " has no stream");
        }
    }

    /** A chat without limits, headers or fields to lose. */
    public static LlmRequest of(Dialect dialect, byte[] payload, boolean stream) {
        return new LlmRequest(
                Operation.CHAT, dialect, payload, stream, Limits.NONE, Set.of(), Map.of(), new Cancellation());
    }

    /** An operation without limits, headers or fields to lose. */
    public static LlmRequest of(Operation operation, Dialect dialect, byte[] payload) {
        return new LlmRequest(operation, dialect, payload, false, Limits.NONE, Set.of(), Map.of(), new Cancellation());
    }

    public LlmRequest withLimits(Limits value) {
        return new LlmRequest(operation, dialect, payload, stream, value, mayLose, headers, cancellation);
    }

    public LlmRequest withCancellation(Cancellation value) {
        return new LlmRequest(operation, dialect, payload, stream, limits, mayLose, headers, value);
    }

    /**
     * Translates on trial.
     *
     * @throws LlmException unsupported_feature naming the field that the provider cannot express, or the operation that it
     *                      does not have
     */
    public void checkExpressible(LlmProvider target) throws LlmException {
        if (operation != Operation.CHAT) {
            prepare(target, "any");
        } else if (target.dialect() != dialect) {
            RequestTranslator.translate(
                    Codecs.of(dialect), Json.parseRequest(payload), Codecs.of(target.dialect()), mayLose);
        }
    }

    /** Writes an operation besides chat as the provider takes it. */
    PreparedCall prepare(LlmProvider target, String model) throws LlmException {
        return target.operation(operation)
                .orElseThrow(() -> LlmException.of(ErrorClass.UNSUPPORTED_FEATURE)
                        .provider(target.name())
                        .code("unsupported_operation")
                        .field(operation.code())
                        .detail("no " + operation.code())
                        .reason(target.name() + " has no operation " + operation.code() + ".")
                        .build())
                .prepare(this, model);
    }

    /** Never the payload. */
    @Override
    public String toString() {
        return "LlmRequest[" + operation.code() + ", " + dialect.code() + ", " + payload.length + " bytes, stream="
                + stream + "]";
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
