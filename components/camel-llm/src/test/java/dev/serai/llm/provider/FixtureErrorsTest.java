/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;
import dev.serai.llm.provider.compatible.CompatibleProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Every recorded error gets the class that its meta.json names. */
class FixtureErrorsTest {
    private static final Map<String, String> PROVIDERS = Map.of(
            "openai-chat", "openai",
            "anthropic-messages", "anthropic",
            "groq", "groq",
            "deepseek", "deepseek",
            "openrouter", "openrouter",
            "xai", "xai",
            "together", "together",
            "other-openai-compatible", "openai-compatible",
            "gemini", "gemini");

    /** 200 answers that hold no error object: the codec finds these in the answer, and the replay test checks them. */
    private static final Map<String, String> NOT_ERRORS = Map.of(
            "anthropic-messages/refusal-stream-vendor-data", "stop_reason refusal",
            "openrouter/refusal-finish-content-filter", "finish_reason content_filter",
            "gemini/prompt-blocked-model-armor", "blockReason",
            "gemini/prompt-blocked-safety-vendor-data", "blockReason",
            "gemini/prompt-blocked-safety-stream-vendor-data", "blockReason",
            "gemini/recitation-stream-vendor-data", "finishReason RECITATION",
            "gemini/response-blocked-model-armor", "finishReason MODEL_ARMOR",
            "gemini/safety-candidate-blocked", "finishReason SAFETY",
            "gemini/unexpected-tool-call", "finishReason UNEXPECTED_TOOL_CALL",
            "gemini/error-mid-stream-vendor-data", "an error object outside of the events");

    static Stream<Fixture> errors() {
        List<Fixture> cases = PROVIDERS.keySet().stream()
                .flatMap(directory -> Fixtures.of(directory).stream())
                .filter(fixture -> fixture.meta().hasNonNull("gateway_taxonomy"))
                .filter(fixture -> !NOT_ERRORS.containsKey(fixture.id()))
                .toList();
        assertThat(cases).hasSizeGreaterThanOrEqualTo(45);
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    void getsItsClass(Fixture fixture) throws Exception {
        String usual = PROVIDERS.get(fixture.meta().path("provider").asText());
        String provider = fixture.id().contains("/llamacpp") ? "llama-cpp" : usual;

        LlmException error = read(fixture, Providers.of(provider).errors());

        assertThat(error.errorClass().code())
                .isEqualTo(fixture.meta().path("gateway_taxonomy").asText());
        assertThat(error.provider()).isEqualTo(provider);
        assertThat(error.status()).isEqualTo(fixture.streaming() ? 0 : status(fixture));
        assertThat(error.reason()).isNotBlank();
        if (Providers.of(provider) instanceof CompatibleProvider) {
            assertThat(read(fixture, Providers.of("openai-compatible").errors()).errorClass())
                    .as("the same of a server whose vendor is not named")
                    .isEqualTo(error.errorClass());
        }
        assertThat(error.getMessage()).doesNotContain(error.reason());
    }

    private static LlmException read(Fixture fixture, ErrorReader errors) throws JsonProcessingException {
        if (fixture.streaming()) {
            return errors.readInBand(eventWithError(fixture));
        }
        return errors.read(
                status(fixture),
                name -> fixture.headers().getOrDefault(name, List.of()).stream()
                        .findFirst()
                        .orElse(null),
                fixture.body());
    }

    private static int status(Fixture fixture) {
        return fixture.status() == 0 ? 400 : fixture.status();
    }

    private static JsonNode eventWithError(Fixture fixture) throws JsonProcessingException {
        for (String line : new String(fixture.body(), StandardCharsets.UTF_8).split("\n")) {
            if (line.startsWith("data: {")) {
                JsonNode event = new ObjectMapper().readTree(line.substring(6));
                if (event.hasNonNull("error")) {
                    return event;
                }
            }
        }
        throw new AssertionError("no event with an error in " + fixture);
    }
}
