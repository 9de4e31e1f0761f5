/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.util.Locale;

import dev.serai.llm.Ask;
import dev.serai.llm.Dialect;

/** What every provider does, or says that it doesn't. */
enum Statement {
    PLAIN(AnswerStatements::plain),
    STREAM(AnswerStatements::stream),
    TOOLS(AnswerStatements::tools),
    FORCED_TOOL(AnswerStatements::forcedTool, AnswerStatements::forcedToolIsRefused),
    TOOL_RESULT(AnswerStatements::toolResult),
    PARALLEL_TOOLS(AnswerStatements::parallelTools),
    STRUCTURED_OUTPUT(AnswerStatements::structuredOutput),
    USAGE(AnswerStatements::usage),
    MAX_TOKENS(AnswerStatements::maxTokens),
    REFUSAL(AnswerStatements::refusal, AnswerStatements::refusalIsText),
    OUTPUT_INVALID(AnswerStatements::outputInvalid, AnswerStatements::noHalfCall),

    INVALID_REQUEST(ErrorStatements::errorClass),
    AUTHENTICATION(ErrorStatements::errorClass),
    CONTEXT_OVERFLOW(ErrorStatements::errorClass),
    POLICY_REJECTION(ErrorStatements::errorClass, ErrorStatements::noFilter),
    RATE_LIMITED(ErrorStatements::errorClass),
    QUOTA_EXHAUSTED(ErrorStatements::errorClass),
    PROVIDER_UNAVAILABLE(ErrorStatements::errorClass),
    DEADLINE_EXCEEDED(ErrorStatements::errorClass),
    RETRY_AFTER(ErrorStatements::retryAfter),

    RESET(StreamStatements::reset),
    CUT(StreamStatements::cut),
    MALFORMED(StreamStatements::malformed),
    NO_END(StreamStatements::noEnd, StreamStatements::optionalEnd),
    IN_BAND_ERROR(StreamStatements::inBandError),
    IN_BAND_WHOLE(StreamStatements::inBandWhole, StreamStatements::noAnswer),
    SLOW_FIRST_TOKEN(StreamStatements::slowFirstToken),
    SLOW_STREAM(StreamStatements::slowStream),
    CANCEL(StreamStatements::cancel);

    private final Check check;
    private final Check otherwise;

    Statement(Check check) {
        this(check, null);
    }

    /** @param otherwise what a provider does that lacks it */
    Statement(Check check, Check otherwise) {
        this.check = check;
        this.otherwise = otherwise;
    }

    /** What an answer says is written in each dialect; a failure is the same for two of them and all others. */
    boolean isFor(Dialect caller) {
        boolean usual = caller == Dialect.OPENAI_CHAT || caller == Dialect.ANTHROPIC_MESSAGES;
        return usual || compareTo(INVALID_REQUEST) < 0;
    }

    /** Whether an application can say it in that dialect. */
    boolean canBeAskedIn(Dialect caller) {
        return this != FORCED_TOOL || Ask.canForce(caller);
    }

    Check check() {
        return check;
    }

    Check otherwise() {
        if (otherwise == null) {
            throw new AssertionError("no provider may lack this: " + this);
        }
        return otherwise;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @FunctionalInterface
    interface Check {
        void run(ContractCall call, Statement statement) throws Exception;
    }
}
