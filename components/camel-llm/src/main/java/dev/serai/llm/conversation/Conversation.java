/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
 * @param answerRequest     what is wanted of the answer beside its words
 * @param service           what is asked of who serves the request
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
        AnswerRequest answerRequest,
        ServiceRequest service,
        Map<String, JsonNode> nativeFields) {

    public Conversation {
        answerRequest = answerRequest == null ? AnswerRequest.NONE : answerRequest;
        service = service == null ? ServiceRequest.NONE : service;
    }

    public Conversation withMessages(List<Message> others) {
        return new Conversation(
                others,
                tools,
                toolChoice,
                parallelToolCalls,
                outputFormat,
                sampling,
                maxOutputTokens,
                reasoning,
                answerRequest,
                service,
                nativeFields);
    }

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

    /**
     * Each null where the request did not say.
     *
     * @param choices          how many answers, at least 2
     * @param logProbabilities of each token, with as many alternatives; 0 for the token alone
     * @param verbosity        low or high
     */
    public record AnswerRequest(Integer choices, Integer logProbabilities, String verbosity) {
        public static final AnswerRequest NONE = new AnswerRequest(null, null, null);

        /** What was said, by the common names of the fields. */
        public Map<String, Object> said() {
            Map<String, Object> said = new LinkedHashMap<>();
            said.put("n", choices);
            said.put("logprobs", logProbabilities);
            said.put("verbosity", verbosity);
            said.values().removeIf(Objects::isNull);
            return said;
        }
    }

    /**
     * Nothing that the model sees.
     *
     * @param endUser      an id of the end user for abuse detection, or null
     * @param tier         {@code default}, {@code flex} or {@code priority}, or a tier that only its own vendor knows; null
     *                     where the provider may choose
     * @param openAiFields what OpenAI's two dialects have under the same name with the same meaning, and nobody else: a
     *                     field of that name elsewhere may mean another thing
     */
    public record ServiceRequest(String endUser, String tier, Map<String, JsonNode> openAiFields) {
        public static final ServiceRequest NONE = new ServiceRequest(null, null, Map.of());

        public static ServiceRequest of(String endUser, String tier) {
            return new ServiceRequest(endUser, tier, Map.of());
        }

        /** What was said, by the common names of the fields. */
        public Map<String, Object> said() {
            Map<String, Object> said = new LinkedHashMap<>();
            said.put("user", endUser);
            said.put("service_tier", tier);
            said.putAll(openAiFields);
            said.values().removeIf(Objects::isNull);
            return said;
        }
    }
}
