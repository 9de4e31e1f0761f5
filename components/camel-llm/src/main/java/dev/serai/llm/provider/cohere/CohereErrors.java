/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.cohere;

import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/** How Cohere says no: most errors have a text and no type. */
public final class CohereErrors implements ErrorReader {
    private static final List<ErrorRule> RULES = List.of(
            always().label("TOO_MANY_TOKENS").is(ErrorClass.CONTEXT_OVERFLOW),
            on(400).starts("too many tokens").is(ErrorClass.CONTEXT_OVERFLOW),
            // ways for an answer to end
            always().label("INVALID_TOOL_GENERATION").is(ErrorClass.OUTPUT_INVALID),
            always().label("TIMEOUT").is(ErrorClass.DEADLINE_EXCEEDED),
            on(499, 504).is(ErrorClass.DEADLINE_EXCEEDED),
            // money: a billing limit, and a trial key at the end of its month
            on(402).is(ErrorClass.QUOTA_EXHAUSTED),
            on(429).says("per month", "/ month", "monthly", "calls / month", "maximum billing")
                    .is(ErrorClass.QUOTA_EXHAUSTED)
                    .because("monthly limit"),
            // a word in the input is on the deny list
            on(498).is(ErrorClass.POLICY_REJECTION),
            on(501).is(ErrorClass.INVALID_REQUEST));

    private final ErrorReader table;

    public CohereErrors(RetryAfter retryAfter) {
        this.table = new ErrorTable(CohereProvider.NAME, retryAfter, RULES);
    }

    @Override
    public LlmException read(int status, UnaryOperator<String> header, byte[] body) {
        return table.read(status, header, body);
    }

    @Override
    public LlmException readInBand(JsonNode payload) {
        return table.readInBand(payload);
    }
}
