/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import dev.serai.gateway.deployment.TokenEstimate;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.Usage;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/** What an attempt has used, counted by the gateway, where its provider does not say it or not all of it. Pure functions. */
public final class LocalUsage {
    /** No provider has seen the request by then. */
    private static final String CONNECT_TIMEOUT = "connect_timeout";

    private LocalUsage() {}

    /** Counts a whole answer whose provider reports no usage. */
    public static void count(Call call, Attempt attempt, LlmResponse answer) throws LlmException {
        if (answer.usage() != null || call.request().operation() == Operation.COUNT_TOKENS) {
            return;
        }
        long output = 0;
        if (call.request().operation() == Operation.CHAT) {
            output = Tokenizer.count(Codecs.of(answer.dialect())
                    .readAnswer(Json.parseAnswer(answer.body()), null)
                    .text());
        }
        attempt.estimate(new Usage(PromptSize.tokens(call), 0, 0, output, 0));
    }

    /** Fills in what the provider of an attempt that has ended has not said, where it is likely to charge for it. */
    public static void complete(Call call, Attempt attempt) {
        if (attempt.drill() != null
                || call.request().operation() == Operation.COUNT_TOKENS
                || saidAll(attempt)
                || !mayHaveUsed(attempt)) {
            return;
        }
        long output = TokenEstimate.ofText(attempt.textChars());
        Usage reported = attempt.usage();
        attempt.estimate(
                reported == null
                        ? new Usage(PromptSize.tokens(call), 0, 0, output, 0)
                        : new Usage(
                                reported.input(),
                                reported.cacheRead(),
                                reported.cacheWrite(),
                                Math.max(reported.output(), output),
                                reported.reasoning()));
    }

    /** Some providers report the prompt at a stream's beginning, and the answer at its end. */
    private static boolean saidAll(Attempt attempt) {
        boolean brokenStream = attempt.failure() != null && attempt.firstTokenMillis() != null && !attempt.finished();
        return attempt.usage() != null && !brokenStream;
    }

    /** A failure costs nothing as a rule; a request that the gateway itself has stopped was being worked on. */
    private static boolean mayHaveUsed(Attempt attempt) {
        LlmException failure = attempt.failure();
        if (failure == null || attempt.firstTokenMillis() != null) {
            return true;
        }
        return failure.errorClass() == ErrorClass.CANCELLED
                || failure.errorClass() == ErrorClass.DEADLINE_EXCEEDED && !CONNECT_TIMEOUT.equals(failure.code());
    }
}
