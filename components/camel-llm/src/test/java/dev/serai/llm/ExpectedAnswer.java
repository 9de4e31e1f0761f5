/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What an answer says, read in the plainest way and without any code of the component: the yardstick of the replay
 * tests.
 *
 * @param text     text of the first choice
 * @param calls    calls of functions in the first choice
 * @param usage    null where the answer reports none
 * @param refused  whether the model or a filter refused
 * @param invalid  whether the answer itself says that it is no good
 * @param error    whether an error came inside the answer
 */
public record ExpectedAnswer(
        String text,
        List<Call> calls,
        StopReason stopReason,
        Usage usage,
        boolean refused,
        boolean invalid,
        boolean error) {

    /** @param arguments as JSON text */
    public record Call(String name, String arguments) {
        /** Null where the text is no JSON, as in an answer that was cut off. */
        public JsonNode json() {
            return arguments.isEmpty() ? Sse.read("{}") : Sse.readOrNull(arguments);
        }
    }

    public static ExpectedAnswer of(Dialect dialect, byte[] body, boolean streamed) {
        return switch (dialect) {
            case OPENAI_CHAT -> new OpenAiOracle().read(events(body, streamed), streamed);
            case ANTHROPIC_MESSAGES -> new AnthropicOracle().read(events(body, streamed), streamed);
            case OPENAI_RESPONSES -> new ResponsesOracle().read(events(body, streamed), streamed);
            case GEMINI_GENERATE -> new GeminiOracle().read(GeminiOracle.events(body));
            case BEDROCK_CONVERSE -> new BedrockOracle().read(body, streamed);
            case COHERE_CHAT -> new CohereOracle().read(events(body, streamed), streamed);
            case OLLAMA_CHAT -> new OllamaOracle().read(body);
        };
    }

    private static List<JsonNode> events(byte[] body, boolean streamed) {
        return streamed ? Sse.events(body) : List.of(Sse.read(new String(body, Sse.UTF_8).strip()));
    }

    /** The error class that fits an answer which is no error, or null. */
    ErrorClass advice() {
        if (refused) {
            return ErrorClass.POLICY_REJECTION;
        }
        if (invalid) {
            return ErrorClass.OUTPUT_INVALID;
        }
        boolean cutOff = stopReason == StopReason.MAX_TOKENS && calls.stream().anyMatch(call -> call.json() == null);
        return cutOff ? ErrorClass.OUTPUT_INVALID : null;
    }

    /** Collects while an oracle reads. */
    static final class Draft {
        final StringBuilder text = new StringBuilder();
        final List<String> names = new ArrayList<>();
        final List<StringBuilder> arguments = new ArrayList<>();
        StopReason stopReason;
        Usage usage;
        boolean refused;
        boolean invalid;
        boolean error;

        void call(int index, String name, String json) {
            while (names.size() <= index) {
                names.add(null);
                arguments.add(new StringBuilder());
            }
            if (name != null && !name.isEmpty()) {
                names.set(index, name);
            }
            arguments.get(index).append(json);
        }

        ExpectedAnswer answer() {
            List<Call> calls = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                calls.add(new Call(names.get(i), arguments.get(i).toString()));
            }
            return new ExpectedAnswer(text.toString(), calls, stopReason, usage, refused, invalid, error);
        }
    }
}
