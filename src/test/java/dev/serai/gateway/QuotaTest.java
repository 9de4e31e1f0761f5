/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;

import jakarta.jms.Message;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.anthropic.models.messages.MessageCreateParams;
import com.fasterxml.jackson.databind.JsonNode;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Requests and tokens a minute (K1, K3). The limits are so low that a minute passes before a used-up one lets a call in. */
class QuotaTest {
    private final QuotaBed bed = QuotaBed.shared();
    private final GatewayUnderTest gateway = bed.gateway();

    @ParameterizedTest
    @CsvSource({
        DoorHttp.OPENAI + ",openai,/error/code,rate_limit_exceeded",
        DoorHttp.RESPONSES + ",responses,/error/code,rate_limit_exceeded",
        DoorHttp.ANTHROPIC + ",anthropic,/error/type,rate_limit_error",
        DoorHttp.GEMINI + ",gemini,/error/status,RESOURCE_EXHAUSTED",
        DoorHttp.USE_CASE + ",use-case,/error/class,rate_limited"
    })
    @DisplayName("K1: one request more than a caller may have is a 429 in the door's dialect, and nothing is sent")
    void refusesInEachDialect(String door, String caller, String at, String word) {
        // Given
        HttpResponse<String> first =
                DoorHttp.post(gateway, path(door), QuotaBed.key(caller), DoorHttp.question(door, QuotaBed.TASK));
        int asked = gateway.journal().requests().size();
        // When
        HttpResponse<String> second =
                DoorHttp.post(gateway, path(door), QuotaBed.key(caller), DoorHttp.question(door, QuotaBed.TASK));
        // Then
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(DoorHttp.json(second).at(at).asText()).isEqualTo(word);
        assertThat(QuotaBed.retryAfter(second)).isBetween(30L, 60L);
        assertThat(gateway.journal().requests()).hasSize(asked);
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(second));
        assertThat(entry.path("outcome").textValue()).isEqualTo("rate_limited");
        assertThat(entry.at("/quota/of").textValue()).isEqualTo("caller");
        assertThat(entry.at("/quota/name").textValue()).isEqualTo(caller);
        assertThat(entry.at("/quota/limit").textValue()).isEqualTo("requests");
        assertThat(entry.path("attempts")).isEmpty();
        headers(door, first, 0);
        headers(door, second, 0);
    }

    private static String path(String door) {
        return door.equals(DoorHttp.GEMINI) ? DoorHttp.GEMINI + QuotaBed.TASK + ":generateContent" : door;
    }

    private static void headers(String door, HttpResponse<String> reply, int left) {
        switch (door) {
            case DoorHttp.ANTHROPIC -> {
                assertThat(QuotaBed.header(reply, "anthropic-ratelimit-requests-limit"))
                        .isEqualTo("1");
                assertThat(QuotaBed.header(reply, "anthropic-ratelimit-requests-remaining"))
                        .isEqualTo("" + left);
                assertThat(Instant.parse(QuotaBed.header(reply, "anthropic-ratelimit-requests-reset")))
                        .isBetween(Instant.now(), Instant.now().plusSeconds(62));
                assertThat(QuotaBed.header(reply, "anthropic-ratelimit-output-tokens-limit"))
                        .isEqualTo("6000");
                assertThat(QuotaBed.header(reply, "anthropic-ratelimit-input-tokens-limit"))
                        .isNull();
            }
            case DoorHttp.GEMINI -> {
                assertThat(reply.headers().map().keySet()).noneMatch(name -> name.contains("ratelimit"));
                if (reply.statusCode() == 429) {
                    assertThat(reply.body()).contains("type.googleapis.com/google.rpc.RetryInfo", "retryDelay");
                }
            }
            default -> {
                assertThat(QuotaBed.header(reply, "x-ratelimit-limit-requests")).isEqualTo("1");
                assertThat(QuotaBed.header(reply, "x-ratelimit-remaining-requests"))
                        .isEqualTo("" + left);
                assertThat(QuotaBed.header(reply, "x-ratelimit-reset-requests")).matches("1m0s|[345]\\d(\\.\\d+)?s");
                assertThat(QuotaBed.header(reply, "x-ratelimit-limit-tokens"))
                        .isEqualTo(door.equals(DoorHttp.OPENAI) ? "6000" : null);
            }
        }
    }

    @Test
    @DisplayName("K1: a caller without limits gets no headers of them, and a stream has them before its first byte")
    void headersOfStreams() {
        // When
        HttpResponse<String> free = DoorHttp.post(
                gateway, DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, QuotaBed.TASK));
        HttpResponse<String> stream =
                DoorHttp.post(gateway, DoorHttp.USE_CASE + "/stream", QuotaBed.key("customer"), "{\"input\": \"Hi\"}");
        // Then
        assertThat(QuotaBed.header(free, "x-ratelimit-limit-requests")).isNull();
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(QuotaBed.header(stream, "x-ratelimit-limit-requests")).isEqualTo("1000");
    }

    @Test
    @DisplayName("A6 K1: the SDKs of OpenAI and Anthropic raise their own exception for a rate limit")
    void sdks() {
        // Given
        var openAi = DoorGateway.openAi(gateway, QuotaBed.key("sdk"));
        var anthropic = DoorGateway.anthropic(gateway, QuotaBed.key("sdk"));
        var chat = ChatCompletionCreateParams.builder()
                .model(QuotaBed.TASK)
                .addUserMessage("Hi")
                .build();
        openAi.chat().completions().create(chat);
        // When
        var ofOpenAi = catchThrowableOfType(
                com.openai.errors.RateLimitException.class,
                () -> openAi.chat().completions().create(chat));
        var ofAnthropic = catchThrowableOfType(com.anthropic.errors.RateLimitException.class, () -> anthropic
                .messages()
                .create(MessageCreateParams.builder()
                        .model(QuotaBed.TASK)
                        .maxTokens(99)
                        .addUserMessage("Hi")
                        .build()));
        // Then
        assertThat(ofOpenAi.getMessage()).contains("1 requests per minute");
        assertThat(ofOpenAi.headers().values("retry-after")).hasSize(1);
        assertThat(ofAnthropic.headers().values("anthropic-ratelimit-requests-limit"))
                .containsExactly("1");
    }

    @Test
    @DisplayName("A5 K1: over JMS the refusal has its class, and how long to wait")
    void jms() throws Exception {
        try (JmsClient client = JmsClient.of(gateway)) {
            // Given
            String question = DoorHttp.question(DoorHttp.OPENAI, QuotaBed.TASK);
            Message first = client.ask(question, Map.of("SeraiKey", QuotaBed.key("queue")));
            // When
            Message second = client.ask(question, Map.of("SeraiKey", QuotaBed.key("queue")));
            // Then
            assertThat(first.getIntProperty("SeraiStatus")).isEqualTo(200);
            assertThat(second.getIntProperty("SeraiStatus")).isEqualTo(429);
            assertThat(second.getStringProperty("SeraiErrorClass")).isEqualTo("rate_limited");
            assertThat(second.getLongProperty("SeraiRetryAfter")).isBetween(30L, 60L);
        }
    }

    @Test
    @DisplayName(
            "K3: a call that is refused later, by the task's limit or because nobody may serve it, consumes nothing")
    void refusedCallsCostNothing() throws Exception {
        // Given
        GatewayClient client = bed.client("frugal");
        assertThat(client.chat("narrow", false).status()).isEqualTo(200);
        // When
        for (int i = 0; i < 4; i++) {
            GatewayClient.Reply byTask = client.chat("narrow", false);
            GatewayClient.Reply unserved = client.chat("unserved", i % 2 == 0);
            assertThat(byTask.status()).isEqualTo(429);
            assertThat(byTask.body()).contains("this task may have 1 requests per minute");
            assertThat(unserved.status()).isEqualTo(503);
            gateway.awaitRecord(unserved.requestId());
        }
        // Then
        assertThat(client.chat(QuotaBed.TASK, false).status()).isEqualTo(200);
        assertThat(client.chat(QuotaBed.TASK, true).status()).isEqualTo(200);
        assertThat(client.chat(QuotaBed.TASK, false).status()).isEqualTo(429);
        assertThat(bed.admin().scraped("serai_quota_refused_total{outcome=\"task_requests\",task=\"narrow\"}"))
                .isEqualTo(4);
    }

    @Test
    @DisplayName("K1: tokens are estimated before a call and corrected after it, down and up")
    void corrects() throws Exception {
        // Given: 256 are estimated, of which a minute's worth is taken; 40 are used
        GatewayClient.Reply few = bed.client("brief").chat(QuotaBed.TASK, false);
        gateway.awaitRecord(few.requestId());
        // When
        GatewayClient.Reply afterFew = bed.client("brief").chat(QuotaBed.TASK, false);
        // Then: 40 s are owed, and not 60
        assertThat(few.status()).isEqualTo(200);
        assertThat(afterFew.status()).isEqualTo(429);
        assertThat(afterFew.retryAfter()).isBetween(15, 41);
        // Given: 500 are used, where 256 were estimated
        GatewayClient.Reply many = bed.client("wordy").chat("talkative", true);
        gateway.awaitRecord(many.requestId());
        // When
        GatewayClient.Reply afterMany = bed.client("wordy").chat("talkative", false);
        // Then: 50 s are owed, and not 26
        assertThat(many.status()).isEqualTo(200);
        assertThat(afterMany.status()).isEqualTo(429);
        assertThat(afterMany.retryAfter()).isBetween(30, 51);
        assertThat(gateway.awaitRecord(afterMany.requestId()).at("/quota/limit").textValue())
                .isEqualTo("output_tokens");
    }
}
