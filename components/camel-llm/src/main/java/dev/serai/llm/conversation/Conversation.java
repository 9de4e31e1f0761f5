/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.conversation;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A request in no provider's words. Immutable. A null or empty component means that the request did not say.
 *
 * @param messages          in order; system and developer prompts are messages too
 * @param tools             functions that the model may call
 * @param toolChoice        null where the request did not say
 * @param parallelToolCalls null where the request did not say
 * @param outputFormat      null for free text
 * @param sampling          temperature and its like
 * @param maxOutputTokens   null where the request did not say
 * @param reasoning         null where the request did not say
 * @param endUser           an id of the end user for abuse detection
 * @param nativeFields      top-level fields that only the source dialect knows, under their names there: another dialect
 *                          refuses them by name unless the task agrees to lose them
 */
public record Conversation(
        List<Message> messages,
        List<ToolDefinition> tools,
        ToolChoice toolChoice,
        Boolean parallelToolCalls,
        OutputFormat outputFormat,
        Sampling sampling,
        Integer maxOutputTokens,
        ReasoningRequest reasoning,
        String endUser,
        Map<String, JsonNode> nativeFields) {

    public enum Role {
        SYSTEM,
        USER,
        ASSISTANT,
        /** Results of tool calls only. */
        TOOL
    }

    /** @param name the optional participant name */
    public record Message(Role role, List<Part> parts, String name) {}

    /** A function tool; {@code parameters} is a JSON schema or null; {@code strict} null where it was not said. */
    public record ToolDefinition(String name, String description, JsonNode parameters, Boolean strict) {}

    /** @param name the tool to call where the mode is TOOL, else null */
    public record ToolChoice(Mode mode, String name) {
        public enum Mode {
            AUTO,
            NONE,
            ANY,
            TOOL
        }
    }

    /** @param schema null where any JSON object will do */
    public record OutputFormat(String name, String description, JsonNode schema, Boolean strict) {}

    public record Sampling(
            Double temperature,
            Double topP,
            Integer topK,
            List<String> stopSequences,
            Long seed,
            Double frequencyPenalty,
            Double presencePenalty) {}

    /**
     * @param enabled null where only an effort was given
     * @param effort  low, medium, high and their like, or null
     * @param budgetTokens or null
     */
    public record ReasoningRequest(Boolean enabled, String effort, Integer budgetTokens) {}
}
