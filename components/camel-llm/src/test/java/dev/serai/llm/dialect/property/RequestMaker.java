/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.dialect.Json;

/** Makes a request from choices: the turns in an order that the dialect allows, then the tools, then the fields. */
abstract class RequestMaker {
    /** A call that waits for its result. */
    record Call(String id, String name) {}

    static final String PDF = "JVBERi0xLjQK";

    final Draw draw;
    final ObjectNode request = Json.object();
    /** Tools by name; a history calls only these. */
    final List<String> tools = new ArrayList<>();

    private final boolean withNatives;
    private final Set<String> natives = new TreeSet<>();
    private final List<Runnable> removals = new ArrayList<>();

    RequestMaker(Draw draw) {
        this.draw = draw;
        this.withNatives = draw.in(2);
    }

    static Sample request(Dialect dialect, Draw draw) {
        RequestMaker maker =
                switch (dialect) {
                    case OPENAI_CHAT -> new OpenAiChatRequests(draw);
                    case ANTHROPIC_MESSAGES -> new AnthropicRequests(draw);
                    case OPENAI_RESPONSES -> new ResponsesRequests(draw);
                    case GEMINI_GENERATE -> new GeminiRequests(draw);
                    case BEDROCK_CONVERSE -> new BedrockRequests(draw);
                    case COHERE_CHAT -> new CohereRequests(draw);
                    case OLLAMA_CHAT -> new OllamaRequests(draw);
                };
        maker.make();
        ObjectNode payload = maker.request.deepCopy();
        maker.removals.forEach(Runnable::run);
        return new Sample(dialect, payload, maker.request, maker.natives);
    }

    private void make() {
        for (int count = draw.below(3); count > 0; count--) {
            tools.add(draw.unique("tool_"));
        }
        if (draw.in(2)) {
            system();
        }
        int rounds = 1 + draw.below(3);
        for (int round = 1; round <= rounds; round++) {
            user();
            boolean last = round == rounds;
            if (!last || draw.in(3)) {
                assistant(last);
            }
        }
        if (!tools.isEmpty() && (needsDefinitions() || !draw.in(6))) {
            tools();
        }
        fields();
    }

    private void assistant(boolean last) {
        List<Call> calls = new ArrayList<>();
        for (int count = tools.isEmpty() ? 0 : draw.below(3); count > 0; count--) {
            calls.add(new Call(draw.unique("id_"), draw.one(tools.toArray(String[]::new))));
        }
        if (!calls.isEmpty()) {
            assistant(calls);
            results(calls);
        } else if (!last || mayEndWithAssistant()) {
            assistant(calls);
        }
    }

    boolean mayEndWithAssistant() {
        return false;
    }

    /** Whether the tools that the history calls have to be defined. */
    boolean needsDefinitions() {
        return false;
    }

    abstract void system();

    abstract void user();

    /** A turn of the assistant with these calls, and words or reasoning. */
    abstract void assistant(List<Call> calls);

    abstract void results(List<Call> calls);

    /** Definitions of {@link #tools} and, maybe, a choice. */
    abstract void tools();

    abstract void fields();

    /** Now and then sets a field that only this dialect knows. */
    void maybeNative(ObjectNode in, String name, JsonNode value) {
        if (withNatives && draw.in(6)) {
            in.set(name, value);
            note(name, () -> in.remove(name));
        }
    }

    /** Now and then sets a field that nobody knows. */
    void maybeUnknown(ObjectNode in) {
        String name = draw.unique("newField");
        maybeNative(
                in, name, draw.one(Json.object().textNode("x"), Json.object().put("deep", 1)));
    }

    /** Now and then adds an item that only this dialect knows. */
    void maybeNative(ArrayNode in, String name, ObjectNode item) {
        if (withNatives && draw.in(6)) {
            in.add(item);
            note(name, () -> {
                for (int i = in.size() - 1; i >= 0; i--) {
                    if (in.get(i) == item) {
                        in.remove(i);
                    }
                }
            });
        }
    }

    private void note(String name, Runnable removal) {
        natives.add(name);
        removals.add(0, removal);
    }

    static JsonNode text(String value) {
        return Json.object().textNode(value);
    }

    static JsonNode json(String value) {
        return Json.parseObject(value.replace('\'', '"'));
    }
}
