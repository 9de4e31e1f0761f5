/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.math.BigDecimal;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.dialect.Json;

/**
 * What a request may be told apart in after it went through the neutral form of its own dialect: two ways to write the
 * same. Everything else comes back as it was.
 *
 * <ol>
 *   <li>The model, the stream flag, and whether to store travel in the envelope.
 *   <li>null and an empty object or array say as much as no field; 1 and 1.0 are one number.
 *   <li>A text is an array of one text part, and neighbouring turns of one role are one turn.
 *   <li>A default that is said is a default that is not said.
 *   <li>An answer's strict schema says that its objects have no further properties.
 *   <li>Newer names stand for older ones: developer, function, max_tokens, safety_identifier, instructions, a stop string.
 *   <li>The id and status of an item that its call id names already mean nothing; Ollama's calls get ids where they had none.
 *   <li>A JSON result of a tool in Bedrock is the text of that JSON.
 *   <li>Alternatives to tokens are asked for by their number, and so are the tokens' probabilities: 0 without alternatives.
 *   <li>Gemini's thinking level is a budget; an effort asks for reasoning, and for its summary too.
 * </ol>
 */
final class NormalForms {
    /** Whose content is the caller's own. */
    private static final Set<String> OPAQUE = Set.of(
            "args",
            "json",
            "parameters",
            "input_schema",
            "schema",
            "response",
            "parametersJsonSchema",
            "responseJsonSchema");

    private NormalForms() {}

    static JsonNode of(Dialect dialect, JsonNode request) {
        ObjectNode copy = request.deepCopy();
        copy.remove(Set.of("model", "stream", "stream_options", "store"));
        switch (dialect) {
            case OPENAI_CHAT -> openAiChat(copy);
            case ANTHROPIC_MESSAGES -> anthropic(copy);
            case OPENAI_RESPONSES -> responses(copy);
            case GEMINI_GENERATE -> gemini(copy);
            case BEDROCK_CONVERSE -> bedrock(copy);
            case COHERE_CHAT -> cohere(copy);
            case OLLAMA_CHAT -> ollama(copy);
        }
        return tidy(copy, false);
    }

    /** A schema without the word that its objects have no further properties. */
    static JsonNode open(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        for (JsonNode object : copy.findParents("additionalProperties")) {
            if (object instanceof ObjectNode closed
                    && closed.path("additionalProperties").equals(BooleanNode.FALSE)) {
                closed.remove("additionalProperties");
            }
        }
        return copy;
    }

    private static void openAiChat(ObjectNode request) {
        if (request.at("/response_format/json_schema") instanceof ObjectNode format && format.has("schema")) {
            format.set("schema", open(format.get("schema")));
        }
        rename(request, "max_tokens", "max_completion_tokens");
        openAi(request);
        dropIf(request, "n", request.path("n").asInt() == 1);
        dropIf(request, "verbosity", request.path("verbosity").asText().equals("medium"));
        boolean probabilities = request.path("logprobs").asBoolean();
        dropIf(request, "logprobs", !probabilities);
        if (probabilities && !request.has("top_logprobs")) {
            request.put("top_logprobs", 0);
        }
        if (request.path("stop").isTextual()) {
            request.set("stop", Json.array().add(request.get("stop")));
        }
        dropIf(
                request,
                "response_format",
                request.at("/response_format/type").asText().equals("text"));
        for (JsonNode message : request.path("messages")) {
            replace(message, "role", "developer", "system");
            texts(message, "content", "text");
        }
    }

    private static void openAi(ObjectNode request) {
        JsonNode user = request.path("user");
        if (user.isMissingNode() || user.equals(request.get("safety_identifier"))) {
            rename(request, "safety_identifier", "user");
        }
        dropIf(request, "service_tier", request.path("service_tier").asText().equals("auto"));
    }

    private static void anthropic(ObjectNode request) {
        texts(request, "system", "text");
        for (JsonNode message : request.path("messages")) {
            texts(message, "content", "text");
            message.path("content").forEach(block -> texts(block, "content", "text"));
        }
        merge(request, "messages", "content");
        dropIf(request, "service_tier", request.path("service_tier").asText().equals("auto"));
        if (request.path("tool_choice") instanceof ObjectNode choice) {
            dropIf(
                    choice,
                    "disable_parallel_tool_use",
                    !choice.path("disable_parallel_tool_use").asBoolean());
        }
    }

    private static void responses(ObjectNode request) {
        if (request.at("/text/format") instanceof ObjectNode format && format.has("schema")) {
            format.set("schema", open(format.get("schema")));
        }
        openAi(request);
        boolean probabilities = request.path("include").toString().contains("logprobs");
        int alternatives = request.path("top_logprobs").asInt();
        request.remove(Set.of("include", "top_logprobs"));
        if (probabilities || alternatives > 0) {
            request.put("top_logprobs", alternatives);
        }
        ArrayNode input = Json.array();
        if (request.has("instructions")) {
            input.addObject().put("role", "system").set("content", request.remove("instructions"));
        }
        input.addAll((ArrayNode) request.get("input"));
        request.set("input", input);
        for (JsonNode item : input) {
            ((ObjectNode) item).remove(Set.of("id", "status"));
            dropIf((ObjectNode) item, "type", item.path("type").asText().equals("message"));
            replace(item, "role", "developer", "system");
            texts(item, "content", item.path("role").asText().equals("assistant") ? "output_text" : "input_text");
            texts(item, "output", "input_text");
        }
        if (request.path("text") instanceof ObjectNode text) {
            dropIf(text, "format", text.at("/format/type").asText().equals("text"));
            dropIf(text, "verbosity", text.path("verbosity").asText().equals("medium"));
        }
        if (request.path("reasoning") instanceof ObjectNode reasoning) {
            dropIf(reasoning, "summary", reasoning.has("effort"));
        }
    }

    private static void gemini(ObjectNode request) {
        for (JsonNode content : request.path("contents")) {
            replace(content, "role", "function", "user");
        }
        merge(request, "contents", "parts");
        if (request.path("generationConfig") instanceof ObjectNode config) {
            dropIf(config, "candidateCount", config.path("candidateCount").asInt() == 1);
            dropIf(
                    config,
                    "responseMimeType",
                    config.path("responseMimeType").asText().equals("text/plain"));
            if (config.path("thinkingConfig") instanceof ObjectNode thinking && thinking.has("thinkingLevel")) {
                int budget =
                        switch (thinking.remove("thinkingLevel").asText()) {
                            case "MINIMAL" -> 512;
                            case "LOW" -> 1024;
                            default -> 24576;
                        };
                thinking.put("thinkingBudget", budget);
            }
        }
    }

    private static void bedrock(ObjectNode request) {
        for (JsonNode message : request.path("messages")) {
            for (JsonNode block : message.path("content")) {
                if (block.path("toolResult") instanceof ObjectNode result) {
                    dropIf(result, "status", result.path("status").asText().equals("success"));
                    for (JsonNode inside : result.path("content")) {
                        if (inside.has("json")) {
                            ObjectNode text = (ObjectNode) inside;
                            text.put("text", text.remove("json").toString());
                        }
                    }
                }
            }
        }
        merge(request, "messages", "content");
        boolean effort = request.at("/outputConfig").has("effort");
        dropIf(
                request,
                "additionalModelRequestFields",
                effort
                        && request.at("/additionalModelRequestFields/thinking/type")
                                .asText()
                                .equals("adaptive"));
    }

    private static void cohere(ObjectNode request) {
        dropIf(request, "strict_tools", !request.path("strict_tools").asBoolean());
        request.path("messages").forEach(message -> texts(message, "content", "text"));
    }

    private static void ollama(ObjectNode request) {
        for (JsonNode message : request.path("messages")) {
            dropIf((ObjectNode) message, "tool_call_id", isMade(message.path("tool_call_id")));
            for (JsonNode call : message.path("tool_calls")) {
                dropIf((ObjectNode) call, "id", isMade(call.path("id")));
            }
        }
    }

    private static boolean isMade(JsonNode id) {
        return id.asText().matches("call_\\d+");
    }

    private static void dropIf(ObjectNode in, String field, boolean meaningless) {
        if (meaningless) {
            in.remove(field);
        }
    }

    private static void rename(ObjectNode in, String from, String to) {
        JsonNode value = in.remove(from);
        if (value != null) {
            in.set(to, value);
        }
    }

    private static void replace(JsonNode in, String field, String from, String to) {
        if (in.path(field).asText().equals(from)) {
            ((ObjectNode) in).put(field, to);
        }
    }

    private static void texts(JsonNode owner, String field, String type) {
        if (owner.path(field).isTextual()) {
            ObjectNode text = Json.object().put("type", type).set("text", owner.get(field));
            ((ObjectNode) owner).set(field, Json.array().add(text));
        }
    }

    private static void merge(ObjectNode request, String turns, String parts) {
        ArrayNode merged = Json.array();
        for (JsonNode turn : request.path(turns)) {
            JsonNode last = merged.path(merged.size() - 1);
            if (last.path("role").equals(turn.path("role"))) {
                ((ArrayNode) last.get(parts)).addAll((ArrayNode) turn.get(parts));
            } else {
                merged.add(turn);
            }
        }
        request.set(turns, merged);
    }

    /** Without what says nothing, and with every number in one form. */
    private static JsonNode tidy(JsonNode node, boolean opaque) {
        if (node.isNumber()) {
            return Json.object().numberNode(new BigDecimal(node.asText()).stripTrailingZeros());
        }
        if (node.isArray()) {
            ArrayNode array = Json.array();
            node.forEach(item -> array.add(tidy(item, opaque)));
            return array;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode object = Json.object();
        node.properties().forEach(field -> {
            String name = field.getKey();
            JsonNode value = tidy(field.getValue(), opaque || OPAQUE.contains(name));
            boolean choice = name.equals("auto") || name.equals("any");
            boolean kept = (opaque || OPAQUE.contains(name) || choice) && !value.isNull();
            if (kept || Json.present(value)) {
                object.set(name, value);
            }
        });
        return object;
    }
}
