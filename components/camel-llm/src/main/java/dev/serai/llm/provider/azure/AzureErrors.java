/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.azure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.provider.openai.OpenAiErrors;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.on;

/** How Azure says no. A blocked prompt says which of its filters did it, and so does the reason. */
public final class AzureErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            always().label("ResponsibleAIPolicyViolation", "content_filter").is(ErrorClass.POLICY_REJECTION),
            on(403).says("quota", "subscription is disabled", "disabled subscription")
                    .is(ErrorClass.QUOTA_EXHAUSTED));

    public AzureErrors(RetryAfter retryAfter) {
        super(AzureProvider.NAME, retryAfter, RULES, OpenAiErrors.RULES);
    }

    @Override
    public LlmException read(int status, UnaryOperator<String> header, byte[] body) {
        LlmException error = super.read(status, header, body);
        return error.errorClass() == ErrorClass.POLICY_REJECTION ? named(error, parse(body)) : error;
    }

    @Override
    public LlmException readInBand(JsonNode payload) {
        LlmException error = super.readInBand(payload);
        return error.errorClass() == ErrorClass.POLICY_REJECTION ? named(error, payload) : error;
    }

    private static LlmException named(LlmException error, JsonNode body) {
        List<String> filters = filters(body.at("/error/innererror"));
        if (filters.isEmpty()) {
            return error;
        }
        return LlmException.of(error.errorClass())
                .provider(error.provider())
                .status(error.status())
                .code(error.code())
                .field(error.field())
                .reason(error.reason() + " (filter: " + String.join(", ", filters) + ")")
                .build();
    }

    /** The name of the object is written in two ways. */
    private static List<String> filters(JsonNode inner) {
        JsonNode results = inner.path("content_filter_result");
        results = results.isObject() ? results : inner.path("content_filter_results");
        List<String> filters = new ArrayList<>();
        results.properties().forEach(filter -> {
            if (filter.getValue().path("filtered").asBoolean()) {
                filters.add(filter.getKey());
            }
        });
        return filters;
    }

    private static JsonNode parse(byte[] body) {
        try {
            return Json.MAPPER.readTree(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }
}
