/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimDialect.SimCall;
import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimPrompt.Tools;

/** Reads requests of Ollama's chat, which is strict about types and lets everything else pass. */
final class OllamaPrompts {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");
    private static final Set<String> INTEGERS = Set.of("num_predict", "num_ctx", "seed", "top_k");
    private static final Set<String> NUMBERS =
            Set.of("temperature", "top_p", "min_p", "repeat_penalty", "presence_penalty", "frequency_penalty");

    private OllamaPrompts() {}

    static SimPrompt read(SimCall call) throws SimRejection {
        JsonNode body = call.body();
        if (body.path("model").asText().isEmpty()) {
            throw rejection("model", "model is required");
        }
        messages(body.path("messages"));
        options(body.path("options"));
        JsonNode schema = schema(body.path("format"));
        return new SimPrompt(
                body.get("model").asText(),
                call.stream(),
                true,
                maxTokens(body),
                PromptText.of(body.get("messages")),
                schema == null ? tools(body) : Tools.NONE,
                schema);
    }

    /** Without messages Ollama loads the model, which is nothing to simulate. */
    private static void messages(JsonNode messages) throws SimRejection {
        if (!messages.isArray() || messages.isEmpty()) {
            throw rejection("messages", "messages is required: the simulated provider has no models to load");
        }
        for (JsonNode message : messages) {
            if (!ROLES.contains(message.path("role").asText())) {
                throw rejection(
                        "messages", "invalid role: " + message.path("role").asText());
            }
            if (message.hasNonNull("content") && !message.get("content").isTextual()) {
                throw type(message.get("content"), "messages.content", "string");
            }
            for (JsonNode image : message.path("images")) {
                if (!image.asText().matches("[A-Za-z0-9+/]+=*")) {
                    throw rejection("images", "illegal base64 data at input byte 0");
                }
            }
            for (JsonNode call : message.path("tool_calls")) {
                if (!call.path("function").path("arguments").isObject()) {
                    throw type(
                            call.path("function").path("arguments"),
                            "messages.tool_calls.function.arguments",
                            "api.ToolCallFunctionArguments");
                }
            }
        }
    }

    private static void options(JsonNode options) throws SimRejection {
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            String name = option.getKey();
            if (INTEGERS.contains(name) && !option.getValue().isIntegralNumber()) {
                throw rejection(name, "option \"" + name + "\" must be of type integer");
            }
            if (NUMBERS.contains(name) && !option.getValue().isNumber()) {
                throw rejection(name, "option \"" + name + "\" must be of type float32");
            }
            if (name.equals("stop") && !option.getValue().isArray()) {
                throw rejection(name, "option \"stop\" must be of type array");
            }
        }
    }

    /** Without a limit, or with one of zero or less, the answer ends by itself. */
    private static int maxTokens(JsonNode body) {
        int most = body.path("options").path("num_predict").asInt();
        return most > 0 ? most : Integer.MAX_VALUE;
    }

    /** There is no tool choice. */
    private static Tools tools(JsonNode body) {
        JsonNode messages = body.get("messages");
        if (messages.get(messages.size() - 1).path("role").asText().equals("tool")) {
            return Tools.NONE;
        }
        List<Tool> offered = new ArrayList<>();
        for (JsonNode tool : body.path("tools")) {
            JsonNode function = tool.path("function");
            offered.add(new Tool(function.path("name").asText(), function.path("parameters")));
        }
        return Tools.of(offered, null, true).orElseThrow();
    }

    /** Holds the model to a schema whether tools are offered or not. */
    private static JsonNode schema(JsonNode format) throws SimRejection {
        if (format.isObject()) {
            return format;
        }
        if (format.isMissingNode()
                || format.isNull()
                || format.isTextual() && format.asText().isEmpty()) {
            return null;
        }
        if (!format.asText().equals("json")) {
            throw rejection(
                    "format", "invalid format: " + format + "; expected \"json\" or a valid JSON Schema object");
        }
        return OpenAiPrompts.anyJson();
    }

    private static SimRejection type(JsonNode value, String field, String type) {
        String kind = value.getNodeType().name().toLowerCase(Locale.ROOT);
        return rejection(
                field,
                "json: cannot unmarshal " + kind + " into Go struct field ChatRequest." + field + " of type " + type);
    }

    private static SimRejection rejection(String field, String message) {
        return new SimRejection(field, null, message);
    }
}
