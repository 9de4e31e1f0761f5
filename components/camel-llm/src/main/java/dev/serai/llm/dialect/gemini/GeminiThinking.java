/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/**
 * How much a model shall think. An effort becomes a budget, as Google's own OpenAI endpoint maps it: unlike a level a
 * budget is understood by every model that thinks.
 */
final class GeminiThinking {
    private static final List<String> EFFORTS = List.of("low", "medium", "high", "minimal");

    private GeminiThinking() {}

    /** Null where nothing is asked; a budget of -1 leaves it to the model. */
    static ReasoningRequest read(FieldReader config) throws LlmException {
        Boolean include = config.bool("includeThoughts");
        Long budget = config.integer("thinkingBudget");
        String level = config.string("thinkingLevel");
        if (budget != null && budget == 0) {
            return new ReasoningRequest(false, null, null);
        }
        boolean asked = Boolean.TRUE.equals(include) || budget != null || level != null;
        if (!asked) {
            return null;
        }
        String effort = level == null ? effort(budget) : level.toLowerCase(Locale.ROOT);
        boolean counted = effort == null && budget != null && budget > 0;
        return new ReasoningRequest(
                true, effort, counted ? Math.toIntExact(Math.min(budget, Integer.MAX_VALUE)) : null);
    }

    /** The effort that is written as this budget, or null. */
    private static String effort(Long budget) {
        for (String effort : EFFORTS) {
            if (budget != null && budget(effort) == budget.intValue()) {
                return effort;
            }
        }
        return null;
    }

    static void write(ReasoningRequest reasoning, ObjectNode generationConfig, Losses losses) throws LlmException {
        ObjectNode config = Json.object();
        Integer budget = reasoning.budgetTokens();
        losses.dropIdleEffort(reasoning);
        if (budget != null && reasoning.effort() != null) {
            losses.drop("reasoning_effort", "the target takes an effort or a budget, not both");
        }
        if (Boolean.FALSE.equals(reasoning.enabled())) {
            budget = 0;
        } else if (budget == null && reasoning.effort() != null) {
            budget = budget(reasoning.effort());
            if (budget == null) {
                losses.drop(
                        "reasoning_effort", "the target knows minimal, low, medium, high, not " + reasoning.effort());
            }
        }
        if (budget != null) {
            config.put("thinkingBudget", budget);
        }
        if (!Boolean.FALSE.equals(reasoning.enabled())) {
            config.put("includeThoughts", true);
        }
        generationConfig.set("thinkingConfig", config);
    }

    /**
     * Google's own numbers for these efforts, but for minimal: there it is that of low, here the least that every model
     * takes, so that it is less and is known again. Null for an unknown effort.
     */
    static Integer budget(String effort) {
        return switch (effort) {
            case "none" -> 0;
            case "minimal" -> 512;
            case "low" -> 1024;
            case "medium" -> 8192;
            case "high" -> 24576;
            default -> null;
        };
    }
}
