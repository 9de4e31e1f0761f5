/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.FixtureServer.Delivery;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

/** Every recorded exchange goes through the component, cut on the wire in several ways and asked for in every dialect. */
class FixtureReplayTest {
    static final Map<String, String> PROVIDERS = new LinkedHashMap<>();

    static {
        PROVIDERS.put("openai-chat", "openai");
        PROVIDERS.put("anthropic-messages", "anthropic");
        PROVIDERS.put("gemini", "gemini");
        PROVIDERS.put("openai-responses", "openai-responses");
        PROVIDERS.put("azure-openai", "azure-openai");
        PROVIDERS.put("mistral", "mistral");
        PROVIDERS.put("bedrock-converse", "bedrock");
        PROVIDERS.put("cohere", "cohere");
        PROVIDERS.put("ollama", "ollama");
        PROVIDERS.put("embeddings-moderation-batch", null);
        for (String compatible :
                List.of("groq", "deepseek", "openrouter", "xai", "together", "other-openai-compatible")) {
            PROVIDERS.put(compatible, "openai-compatible");
        }
    }

    private static FixtureServer server;
    private static CamelContext camel;
    private static ProducerTemplate template;

    @BeforeAll
    static void start() {
        server = new FixtureServer();
        camel = new DefaultCamelContext();
        camel.start();
        template = camel.createProducerTemplate();
    }

    @AfterAll
    static void stop() throws IOException {
        camel.stop();
        server.close();
    }

    @TestFactory
    Stream<DynamicContainer> providers() {
        return PROVIDERS.keySet().stream()
                .map(directory -> DynamicContainer.dynamicContainer(directory, cases(directory)));
    }

    private static List<DynamicContainer> cases(String directory) {
        List<DynamicContainer> containers = new ArrayList<>();
        int left = 0;
        for (Fixtures.Fixture fixture : Fixtures.of(directory)) {
            ReplayCase replay = ReplayCase.of(fixture, PROVIDERS.get(directory));
            OperationReplay operation = OperationReplay.of(fixture, replay.provider());
            String reason = operation == null ? replay.notReplayable() : null;
            if (reason == null) {
                containers.add(DynamicContainer.dynamicContainer(
                        fixture.id(), operation == null ? tests(replay) : operation.tests(server, template)));
            } else {
                left++;
                System.out.println("not replayed: " + fixture.id() + " (" + reason + ")");
            }
        }
        System.out.println("replayed: " + directory + ": " + containers.size() + " cases, left out " + left);
        assertThat(containers).as("cases of " + directory).isNotEmpty();
        return containers;
    }

    private static List<DynamicTest> tests(ReplayCase replay) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Delivery delivery : Delivery.values()) {
            tests.add(DynamicTest.dynamicTest(
                    "own dialect " + delivery, () -> inItsOwnDialect(replay, delivery, replay.nativeRequest())));
        }
        if (replay.streamed() && replay.spoken() == Dialect.OPENAI_CHAT) {
            ObjectNode unasked = replay.nativeRequest();
            unasked.remove("stream_options");
            tests.add(DynamicTest.dynamicTest(
                    "own dialect, usage not asked for", () -> inItsOwnDialect(replay, Delivery.WHOLE, unasked)));
        }
        for (Dialect client : replay.otherDialects()) {
            tests.add(DynamicTest.dynamicTest("as " + client.code(), () -> inAnotherDialect(replay, client)));
        }
        return tests;
    }

    private static void inItsOwnDialect(ReplayCase replay, Delivery delivery, ObjectNode request) {
        String baseUrl = server.serve(replay.reply(delivery));

        Outcome outcome = call(replay, baseUrl, replay.spoken(), request);

        assertPassedThrough(replay, baseUrl + replay.basePath(), request, server.received(baseUrl));
        ExpectedAnswer expected = replay.isError() ? null : replay.expected();
        if (expected == null || expected.error()) {
            assertFailed(replay, outcome);
            assertThat(new String(replay.fixture().body(), Sse.UTF_8))
                    .startsWith(new String(outcome.bytes(), Sse.UTF_8));
            return;
        }
        assertThat(outcome.failure()).isNull();
        assertUnderstood(replay, outcome, expected);
        if (!replay.streamed()
                || replay.spoken() != Dialect.OPENAI_CHAT
                || request.at("/stream_options/include_usage").asBoolean()) {
            assertThat(new String(outcome.bytes(), Sse.UTF_8))
                    .isEqualTo(new String(replay.fixture().body(), Sse.UTF_8));
            assertThat(outcome.bytes()).isEqualTo(replay.fixture().body());
        } else {
            assertThat(withoutUsage(Sse.events(outcome.bytes())))
                    .isEqualTo(withoutUsage(Sse.events(replay.fixture().body())));
            assertThat(Sse.events(outcome.bytes())).noneMatch(event -> event.hasNonNull("usage"));
        }
    }

    private static void inAnotherDialect(ReplayCase replay, Dialect client) {
        String baseUrl = server.serve(replay.reply(Delivery.PIECES));

        Outcome outcome = call(replay, baseUrl, client, replay.request(client));

        ExpectedAnswer expected = replay.isError() ? null : replay.expected();
        if (expected == null || expected.error()) {
            assertFailed(replay, outcome);
            return;
        }
        if (outcome.failure() != null) {
            assertThat(expected.advice()).isEqualTo(ErrorClass.OUTPUT_INVALID);
            assertThat(outcome.failure().errorClass()).isEqualTo(ErrorClass.OUTPUT_INVALID);
            return;
        }
        assertUnderstood(replay, outcome, expected);
        if (replay.streamed()) {
            assertWellFormed(client, outcome.bytes());
        }
        assertSame(client, ExpectedAnswer.of(client, outcome.bytes(), replay.streamed()), expected, replay.streamed());
    }

    private static Outcome call(ReplayCase replay, String baseUrl, Dialect dialect, ObjectNode payload) {
        String uri = "llm:" + replay.provider() + "/the-model?apiKey=secret&baseUrl=" + baseUrl + replay.basePath();
        LlmRequest request = LlmRequest.of(dialect, Json.bytes(payload), replay.streamed());
        Exchange exchange = template.request(uri, e -> e.getMessage().setBody(request));
        return Outcome.of(exchange);
    }

    /** E2: only the model differs from what the caller sent, and usage is always asked for (H7). */
    private static void assertPassedThrough(
            ReplayCase replay, String baseUrl, ObjectNode request, FixtureServer.Received received) {
        ObjectNode expected = ReplayDialects.sent(replay, request);
        URI uri = Providers.of(replay.provider()).uri(baseUrl, "the-model", replay.streamed());
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        assertThat(received.path()).isEqualTo(uri.getRawPath() + query);
        assertThat(Sse.read(new String(received.body(), Sse.UTF_8))).isEqualTo(expected);
    }

    private static void assertFailed(ReplayCase replay, Outcome outcome) {
        assertThat(outcome.failure()).isNotNull();
        assertThat(outcome.failure().errorClass().code()).isEqualTo(replay.taxonomy());
        assertThat(outcome.failure().status()).isEqualTo(replay.isError() ? replay.status() : 0);
    }

    private static void assertUnderstood(ReplayCase replay, Outcome outcome, ExpectedAnswer expected) {
        assertThat(outcome.usage()).isEqualTo(expected.usage());
        assertThat(outcome.advice()).isEqualTo(expected.advice());
        if (replay.taxonomy() != null) {
            assertThat(outcome.advice()).hasToString(replay.taxonomy());
        }
        if (!expected.refused()) {
            assertThat(outcome.stopReason()).isEqualTo(expected.stopReason());
        }
        if (replay.streamed()) {
            assertThat(outcome.text()).isEqualTo(expected.text());
            assertThat(outcome.parts()).noneMatch(StreamPart.Failure.class::isInstance);
        }
    }

    private static void assertSame(
            Dialect client, ExpectedAnswer translated, ExpectedAnswer original, boolean streamed) {
        assertThat(translated.text()).isEqualTo(original.text());
        assertThat(translated.refused()).isEqualTo(original.refused());
        // where a call that was cut off has no place it is left out, and the advice says so
        List<ExpectedAnswer.Call> calls = original.calls().stream()
                .filter(call -> carriesFragments(client, streamed) || call.json() != null)
                .toList();
        assertThat(translated.calls()).hasSameSizeAs(calls);
        for (int i = 0; i < calls.size(); i++) {
            assertThat(translated.calls().get(i).name()).isEqualTo(calls.get(i).name());
            assertThat(translated.calls().get(i).json()).isEqualTo(calls.get(i).json());
        }
        Usage usage = original.usage() == null ? Usage.NONE : original.usage();
        Usage after = translated.usage() == null ? Usage.NONE : translated.usage();
        assertThat(after.promptTokens()).isEqualTo(usage.promptTokens());
        assertThat(after.cacheRead()).isEqualTo(usage.cacheRead());
        assertThat(after.completionTokens()).isEqualTo(usage.completionTokens());
        // these say only by the call that a tool is to be called, and custom tools do not cross
        boolean unsaid = (client == Dialect.OPENAI_RESPONSES || client == Dialect.GEMINI_GENERATE)
                && original.calls().isEmpty();
        if (original.refused() || unsaid && original.stopReason() == StopReason.TOOL_CALLS) {
            return;
        }
        switch (original.stopReason()) {
            case STOP -> assertThat(translated.stopReason()).isEqualTo(StopReason.STOP);
            case STOP_SEQUENCE -> assertThat(translated.stopReason()).isIn(StopReason.STOP, StopReason.STOP_SEQUENCE);
            case MAX_TOKENS, TOOL_CALLS -> assertThat(translated.stopReason()).isEqualTo(original.stopReason());
            default -> {}
        }
    }

    /** Whether arguments are text there, so that they can be cut off. */
    private static boolean carriesFragments(Dialect client, boolean streamed) {
        return switch (client) {
            case OPENAI_CHAT, OPENAI_RESPONSES -> true;
            case GEMINI_GENERATE -> false;
            default -> streamed;
        };
    }

    private static List<JsonNode> withoutUsage(List<JsonNode> events) {
        List<JsonNode> kept = new ArrayList<>();
        for (JsonNode event : events) {
            ObjectNode copy = event.deepCopy();
            boolean onlyUsage = copy.hasNonNull("usage") && copy.path("choices").isEmpty();
            copy.remove(List.of("usage", "x_groq"));
            if (!onlyUsage) {
                kept.add(copy);
            }
        }
        return kept;
    }

    private static void assertWellFormed(Dialect dialect, byte[] stream) {
        List<JsonNode> events = Sse.events(stream);
        if (dialect == Dialect.OPENAI_RESPONSES) {
            ResponsesSequence.assertWellFormed(stream);
            return;
        }
        if (dialect == Dialect.GEMINI_GENERATE) {
            assertThat(events).allMatch(event -> event.path("candidates").isArray() && event.hasNonNull("responseId"));
            assertThat(events.get(events.size() - 1)
                            .at("/candidates/0/finishReason")
                            .isTextual())
                    .isTrue();
            return;
        }
        if (dialect == Dialect.OPENAI_CHAT) {
            assertThat(new String(stream, Sse.UTF_8)).endsWith("data: [DONE]\n\n");
            assertThat(events).allMatch(event -> event.path("object").asText().equals("chat.completion.chunk"));
            return;
        }
        assertThat(events.get(0).path("type").asText()).isEqualTo("message_start");
        assertThat(events.get(events.size() - 1).path("type").asText()).isEqualTo("message_stop");
        int open = -1;
        int blocks = 0;
        for (JsonNode event : events) {
            String type = event.path("type").asText();
            if (type.equals("content_block_start")) {
                assertThat(open).as("open block").isEqualTo(-1);
                open = event.path("index").asInt();
                assertThat(open).isEqualTo(blocks++);
            } else if (type.startsWith("content_block_")) {
                assertThat(event.path("index").asInt()).isEqualTo(open);
                open = type.equals("content_block_stop") ? -1 : open;
            }
        }
        assertThat(open).as("open block").isEqualTo(-1);
    }
}
