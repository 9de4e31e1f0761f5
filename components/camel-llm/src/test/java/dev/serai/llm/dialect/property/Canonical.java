/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.AnswerRequest;
import dev.serai.llm.conversation.Conversation.OutputFormat;
import dev.serai.llm.conversation.Conversation.ReasoningRequest;
import dev.serai.llm.conversation.Conversation.Sampling;
import dev.serai.llm.conversation.Conversation.ServiceRequest;
import dev.serai.llm.conversation.Conversation.ToolChoice;
import dev.serai.llm.conversation.Conversation.ToolDefinition;
import dev.serai.llm.dialect.Json;

/**
 * What a conversation says when it came home through another dialect: without what was refused by name, and without these
 * distinctions, which the other dialect does not make.
 *
 * <ol>
 *   <li>The turns: {@link CanonicalTurns}.
 *   <li>A tool or a choice that is the default: no parameters, no description, not strict, auto, several calls at once.
 *   <li>Tools that must not be called, where a dialect forbids them by not naming them; a choice of the only tool.
 *   <li>The name of an answer's schema and whether it is strict, where a schema always holds; Gemini's and Cohere's
 *       strictness of all tools at once.
 *   <li>An answer's schema that says that its objects have no further properties, as OpenAI wants it said.
 *   <li>A penalty of 0, and Anthropic's limit where there was none.
 *   <li>A budget that is how an effort is written for Gemini.
 *   <li>To ask for reasoning without saying how much, in Chat Completions; an effort always asks for it.
 * </ol>
 */
record Canonical(Set<String> lost, Dialect own, Dialect other) {
    private static final int ANTHROPIC_LIMIT = 4096;
    private static final Map<Integer, String> GEMINI_EFFORTS =
            Map.of(512, "minimal", 1024, "low", 8192, "medium", 24576, "high");

    Conversation of(Conversation said) {
        boolean forbidden = said.toolChoice() != null && said.toolChoice().mode() == ToolChoice.Mode.NONE;
        boolean unnamed = forbidden
                && !lost.contains("tool_choice")
                && (other == Dialect.OLLAMA_CHAT || other == Dialect.BEDROCK_CONVERSE);
        List<ToolDefinition> tools =
                unnamed ? List.of() : said.tools().stream().map(this::tool).toList();
        boolean choosing = !tools.isEmpty() && !lost.contains("tool_choice");
        Map<String, JsonNode> natives = new LinkedHashMap<>(said.nativeFields());
        natives.keySet().removeAll(lost);
        Integer limit = said.maxOutputTokens();
        return new Conversation(
                new CanonicalTurns(lost, own, other).of(said.messages()),
                tools,
                choosing ? choice(said) : null,
                parallel(said, tools, forbidden),
                format(said.outputFormat()),
                sampling(said.sampling()),
                limit == null && anthropic() ? Integer.valueOf(ANTHROPIC_LIMIT) : limit,
                reasoning(said.reasoning()),
                answerRequest(said.answerRequest()),
                service(said.service()),
                natives);
    }

    private AnswerRequest answerRequest(AnswerRequest wanted) {
        return new AnswerRequest(
                kept("n", wanted.choices()),
                kept("logprobs", wanted.logProbabilities()),
                kept("verbosity", wanted.verbosity()));
    }

    private ServiceRequest service(ServiceRequest service) {
        Map<String, JsonNode> fields = new LinkedHashMap<>(service.openAiFields());
        fields.keySet().removeAll(lost);
        return new ServiceRequest(kept("user", service.endUser()), kept("service_tier", service.tier()), fields);
    }

    private boolean anthropic() {
        return other == Dialect.ANTHROPIC_MESSAGES || own == Dialect.ANTHROPIC_MESSAGES;
    }

    private ToolDefinition tool(ToolDefinition tool) {
        boolean strict = Boolean.TRUE.equals(tool.strict())
                && !lost.contains("strict")
                && other != Dialect.GEMINI_GENERATE
                && own != Dialect.GEMINI_GENERATE
                && own != Dialect.COHERE_CHAT;
        String description = tool.description() == null ? "" : tool.description();
        JsonNode parameters = tool.parameters() == null
                ? Json.parseObject("{\"type\":\"object\",\"properties\":{}}")
                : schema(tool.parameters());
        return new ToolDefinition(tool.name(), description, parameters, strict);
    }

    private ToolChoice choice(Conversation said) {
        ToolChoice choice = said.toolChoice();
        if (choice == null || choice.mode() == ToolChoice.Mode.AUTO) {
            return null;
        }
        boolean only = said.tools().size() == 1 && choice.mode() == ToolChoice.Mode.TOOL;
        return only ? new ToolChoice(ToolChoice.Mode.ANY, null) : choice;
    }

    private Boolean parallel(Conversation said, List<ToolDefinition> tools, boolean forbidden) {
        boolean one = Boolean.FALSE.equals(said.parallelToolCalls()) && !lost.contains("parallel_tool_calls");
        return one && !tools.isEmpty() && !forbidden ? false : null;
    }

    private OutputFormat format(OutputFormat format) {
        if (format == null || lost.contains("response_format")) {
            return null;
        }
        boolean labelled = other == Dialect.OPENAI_CHAT || other == Dialect.OPENAI_RESPONSES;
        boolean keeps = labelled && (own == Dialect.OPENAI_CHAT || own == Dialect.OPENAI_RESPONSES);
        boolean described = !lost.contains("response_format.json_schema.description");
        return new OutputFormat(
                keeps ? format.name() : null,
                described ? format.description() : null,
                format.schema() == null ? null : schema(NormalForms.open(format.schema())),
                keeps ? format.strict() : null);
    }

    /** Without keywords that were refused. */
    private JsonNode schema(JsonNode schema) {
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode kept = Json.object();
        schema.properties().forEach(field -> {
            if (!lost.contains(field.getKey()) || !field.getKey().equals("pattern")) {
                kept.set(field.getKey(), schema(field.getValue()));
            }
        });
        return kept;
    }

    private Sampling sampling(Sampling sampling) {
        if (sampling == null) {
            return new Sampling(null, null, null, List.of(), null, null, null);
        }
        List<String> stops = sampling.stopSequences() == null ? List.of() : sampling.stopSequences();
        return new Sampling(
                kept("temperature", sampling.temperature()),
                kept("top_p", sampling.topP()),
                kept("top_k", sampling.topK()),
                lost.contains("stop") ? List.of() : stops,
                kept("seed", sampling.seed()),
                penalty("frequency_penalty", sampling.frequencyPenalty()),
                penalty("presence_penalty", sampling.presencePenalty()));
    }

    private <T> T kept(String name, T value) {
        return lost.contains(name) ? null : value;
    }

    private Double penalty(String name, Double value) {
        return value == null || value == 0 ? null : kept(name, value);
    }

    private ReasoningRequest reasoning(ReasoningRequest asked) {
        if (asked == null || lost.contains("reasoning_effort")) {
            return null;
        }
        Integer budget = lost.contains("thinking.budget_tokens") ? null : asked.budgetTokens();
        boolean gemini = other == Dialect.GEMINI_GENERATE || own == Dialect.GEMINI_GENERATE;
        if (gemini && asked.effort() == null && budget != null && GEMINI_EFFORTS.containsKey(budget)) {
            return new ReasoningRequest(true, GEMINI_EFFORTS.get(budget), null);
        }
        Boolean enabled = asked.effort() != null && asked.enabled() == null ? Boolean.TRUE : asked.enabled();
        boolean bare = asked.effort() == null && budget == null && Boolean.TRUE.equals(enabled);
        if (bare && (other == Dialect.OPENAI_CHAT || own == Dialect.OPENAI_CHAT)) {
            return null;
        }
        return new ReasoningRequest(enabled, asked.effort(), budget);
    }
}
