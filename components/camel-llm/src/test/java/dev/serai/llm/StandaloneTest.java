/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The component in a plain Camel Main, without the gateway and without Spring; the examples of its page are its routes. */
class StandaloneTest {
    private static final String PROMPT = "Why is the sky blue?";
    private static final Map<String, Object> PAYLOAD =
            Map.of("messages", List.of(Map.of("role", "user", "content", PROMPT)));

    private static Main main;
    private static SimServer server;
    private static ProducerTemplate template;

    @BeforeAll
    static void start() throws Exception {
        main = new Main();
        server = SimServer.start();
        server.mount("vllm", SimScript.read("answer: Rayleigh scattering."));
        main.addInitialProperty("camel.component.llm.attempt-timeout", "20s");
        main.addInitialProperty("camel.component.llm.additional-headers[x-team]", "sky");
        main.bind("anthropic-key", LlmCredential.of("sk-ant-test"));
        main.configure().addRoutesBuilder(new Routes());
        main.start();
        template = main.getCamelTemplate();
    }

    @AfterAll
    static void stop() {
        main.stop();
        server.close();
    }

    private static final class Routes extends RouteBuilder {
        @Override
        public void configure() {
            from("direct:a").to("llm:sim/quick");
            from("direct:vector").to("llm:sim/quick?operation=embeddings");
            from("direct:other-scheme").to("llm-gateway:sim/quick");
            from("direct:read").to("llm:sim/quick").process(StandaloneTest::readAll);
            from("direct:vllm")
                    .to("llm:openai-compatible/qwen?baseUrl=http://localhost:8000/v1&additionalHeader.x-feature=blue");
            from("direct:own-server")
                    .toF(
                            "llm:openai-compatible/qwen?baseUrl=%s/v1&additionalHeader.x-feature=blue",
                            server.baseUrl("vllm"));
            from("direct:claude")
                    .toF("llm:anthropic/claude-haiku-4-5?credential=#anthropic-key&baseUrl=%s", server.baseUrl("vllm"));
            from("direct:caught")
                    .doTry()
                    .to("llm:sim/overloaded")
                    .doCatch(LlmException.class)
                    .setBody(simple("${exception.errorClass}"))
                    .end();
            from("direct:handled")
                    .onException(LlmException.class)
                    .onWhen(simple("${exception.errorClass} == 'rate_limited'"))
                    .handled(true)
                    .setBody(simple("again in ${exception.retryAfter.get.toSeconds} s"))
                    .end()
                    .to("llm:sim/rate-limited");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:a", "direct:other-scheme", "direct:own-server", "direct:claude"})
    void aPromptIsAnsweredWithText(String route) {
        Exchange exchange = template.request(route, e -> e.getMessage().setBody(PROMPT));

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isInstanceOf(String.class);
        assertThat(exchange.getMessage().getBody(String.class)).isNotBlank();
        assertThat(exchange.getMessage().getHeader(LlmConstants.STOP_REASON)).isEqualTo("stop");
        assertThat(exchange.getMessage().getHeader(LlmConstants.COMPLETION_TOKENS, Long.class))
                .isPositive();
        assertThat(exchange.getMessage().getHeader(LlmConstants.PROVIDER)).isNotNull();
    }

    @Test
    void anOperationOfTheEndpointIsAskedFor() {
        assertThat(template.requestBody("direct:vector", PROMPT, float[].class)).hasSize(256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:a", "direct:own-server"})
    void aMapIsAnsweredWithAMap(String route) {
        Map<?, ?> answer = template.requestBody(route, PAYLOAD, Map.class);

        assertThat(answer.get("object")).isEqualTo("chat.completion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:a", "direct:own-server"})
    void jsonIsAnsweredWithJson(String route) throws Exception {
        Object answer = template.requestBody(route, Json.MAPPER.writeValueAsString(PAYLOAD));

        assertThat(answer).isInstanceOf(String.class);
        assertThat(Json.MAPPER.readTree((String) answer).at("/choices/0/message/role"))
                .hasToString("\"assistant\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:a", "direct:own-server"})
    void anEnvelopeIsAnsweredWithAnEnvelope(String route) {
        LlmRequest request = LlmRequest.of(Dialect.OPENAI_CHAT, Json.bytes(Json.MAPPER.valueToTree(PAYLOAD)), false);

        LlmResponse answer = template.requestBody(route, request, LlmResponse.class);

        assertThat(answer.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(answer.usage().completionTokens()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:a", "direct:own-server", "direct:claude"})
    void aPromptIsStreamed(String route) throws Exception {
        Object body = template.requestBodyAndHeader(route, PROMPT, LlmConstants.STREAM, true);

        assertStream(body);
    }

    @Test
    void aMapThatSaysSoIsStreamed() throws Exception {
        assertStream(template.requestBody(
                "direct:a", Map.of("stream", true, "messages", PAYLOAD.get("messages")), Object.class));
    }

    @Test
    void anAnthropicPayloadIsAnsweredInKind() throws Exception {
        String payload = """
                {"max_tokens": 100, "messages": [{"role": "user", "content": "Hi"}]}""";

        String answer = template.requestBodyAndHeader(
                "direct:a", payload, LlmConstants.DIALECT, "anthropic-messages", String.class);

        assertThat(Json.MAPPER.readTree(answer).path("type").asText()).isEqualTo("message");
    }

    @Test
    void limitsAndHeadersReachTheProvider() throws Exception {
        template.requestBodyAndHeaders(
                "direct:own-server",
                "limits " + PROMPT,
                Map.of(LlmConstants.MAX_OUTPUT_TOKENS, 7, LlmConstants.TEMPERATURE, 0.5));

        var seen = server.journal().requests("vllm");
        var last = seen.get(seen.size() - 1);
        JsonNode sent = Json.MAPPER.readTree(last.body());
        assertThat(sent.path("max_tokens").asInt()).isEqualTo(7);
        assertThat(sent.path("temperature").asDouble()).isEqualTo(0.5);
        assertThat(sent.path("model").asText()).isEqualTo("qwen");
        assertThat(last.headers()).containsEntry("x-feature", "blue").containsEntry("x-team", "sky");
    }

    @Test
    void aFailureIsCaughtByItsTypeAndKnownByItsClass() {
        assertThat(template.requestBody("direct:caught", PROMPT)).hasToString("provider_unavailable");
        assertThat(template.requestBody("direct:handled", PROMPT)).isEqualTo("again in 2 s");
    }

    @Test
    void aFailureOfAStreamBeforeItsFirstContentIsThrownByTheEndpoint() {
        assertThat(template.requestBodyAndHeader("direct:caught", PROMPT, LlmConstants.STREAM, true))
                .hasToString("provider_unavailable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{not json"})
    void whatIsNoRequestIsRefused(String body) {
        assertThatThrownBy(() -> template.requestBody("direct:a", body))
                .isInstanceOf(CamelExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.INVALID_REQUEST));
    }

    @Test
    void aRouteReadsTheStream() {
        assertThat(template.requestBodyAndHeader("direct:read", PROMPT, LlmConstants.STREAM, true, String.class))
                .startsWith("data: {")
                .endsWith("[DONE]\n\n");
    }

    private static void readAll(Exchange exchange) throws Exception {
        StringBuilder text = new StringBuilder();
        try (LlmStream stream = exchange.getMessage().getBody(LlmStream.class)) {
            for (LlmEvent event = stream.next(); event != null; event = stream.next()) {
                text.append(new String(event.bytes(), StandardCharsets.UTF_8));
            }
        }
        exchange.getMessage().setBody(text.toString());
    }

    private static void assertStream(Object body) throws LlmException {
        assertThat(body).isInstanceOf(LlmStream.class);
        StringBuilder text = new StringBuilder();
        try (LlmStream stream = (LlmStream) body) {
            for (LlmEvent event = stream.next(); event != null; event = stream.next()) {
                text.append(new String(event.bytes(), StandardCharsets.UTF_8));
            }
            assertThat(stream.progress().stopReason()).isEqualTo(StopReason.STOP);
        }
        assertThat(text).contains("data: {").contains("[DONE]");
    }
}
