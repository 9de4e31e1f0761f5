/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.jms.JMSException;
import jakarta.jms.Message;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

import static dev.serai.gateway.IdempotencyBed.KEYED;
import static dev.serai.gateway.IdempotencyBed.MARK;
import static dev.serai.gateway.IdempotencyBed.VECTORS;
import static dev.serai.gateway.IdempotencyBed.isReplayed;
import static dev.serai.gateway.IdempotencyBed.newKey;
import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
@DisplayName("M4: a call that comes again with its idempotency key")
class IdempotencyTest {
    private final String key = newKey();
    private IdempotencyBed bed;

    @BeforeEach
    void fresh() {
        bed = IdempotencyBed.fresh();
    }

    record Request(String name, String path, String body) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Request> requests() {
        String chat = DoorHttp.question(DoorHttp.OPENAI, KEYED);
        String messages = DoorHttp.question(DoorHttp.ANTHROPIC, KEYED);
        String responses = DoorHttp.question(DoorHttp.RESPONSES, KEYED);
        String gemini = DoorHttp.question(DoorHttp.GEMINI, KEYED);
        String useCase = "/gateway/use-cases/" + KEYED;
        return Stream.of(
                new Request("openai-chat", DoorHttp.OPENAI, chat),
                new Request("openai-chat, stream", DoorHttp.OPENAI, streamed(chat)),
                new Request("anthropic-messages", DoorHttp.ANTHROPIC, messages),
                new Request("anthropic-messages, stream", DoorHttp.ANTHROPIC, streamed(messages)),
                new Request("openai-responses", DoorHttp.RESPONSES, responses),
                new Request("openai-responses, stream", DoorHttp.RESPONSES, streamed(responses)),
                new Request("gemini-generate", DoorHttp.GEMINI + KEYED + ":generateContent", gemini),
                new Request("gemini-generate, events", geminiStream("?alt=sse"), gemini),
                new Request("gemini-generate, array", geminiStream(""), gemini),
                new Request("use-case", useCase, "{\"input\": \"Hi\"}"),
                new Request("use-case, stream", useCase + "/stream", "{\"input\": \"Hi\"}"),
                new Request(
                        "openai-embeddings",
                        "/v1/embeddings",
                        "{\"model\": \"" + VECTORS + "\", \"input\": \"some text\"}"));
    }

    private static String geminiStream(String query) {
        return DoorHttp.GEMINI + KEYED + ":streamGenerateContent" + query;
    }

    private static String streamed(String body) {
        return body.replaceFirst("\\{", "{\"stream\": true, ");
    }

    @ParameterizedTest
    @MethodSource("requests")
    @DisplayName(
            "M4: gets the first answer byte for byte, at every door, the provider is asked and the caller charged once")
    void replays(Request request) {
        // Given
        HttpResponse<String> first = bed.post(request.path(), key, request.body());
        bed.script("answer: second");
        // When
        HttpResponse<String> again =
                bed.post(request.path(), key, request.body().replace(", ", " ,\n"));
        // Then
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
        assertThat(isReplayed(first)).isFalse();
        assertThat(isReplayed(again)).isTrue();
        assertThat(bed.asked()).hasSize(1);
        JsonNode made = bed.gateway().awaitRecord(DoorHttp.requestId(first));
        JsonNode replayed = bed.gateway().awaitRecord(DoorHttp.requestId(again));
        assertThat(made.at("/idempotency/answer").textValue()).isEqualTo("made");
        assertThat(replayed.at("/idempotency/answer").textValue()).isEqualTo("replayed");
        assertThat(replayed.at("/idempotency/original").textValue()).isEqualTo(DoorHttp.requestId(first));
        assertThat(replayed.path("outcome").textValue()).isEqualTo("ok");
        assertThat(replayed.path("attempts")).isEmpty();
        assertThat(replayed.has("usage")).isFalse();
        assertThat(replayed.has("providerCostUsd")).isFalse();
        assertThat(made.at("/money/chargedUsd").doubleValue()).isPositive();
        assertThat(replayed.has("money")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"openai-chat, false", "openai-chat, true", "use-case, false", "use-case, true"})
    @DisplayName("M4 A5: gets the first answer over JMS, where the key is the property SeraiIdempotencyKey")
    void replaysOverJms(String dialect, boolean stream) throws JMSException {
        Map<String, Object> properties = Map.of(
                "SeraiKey", DoorGateway.PLAIN_KEY,
                "SeraiDialect", dialect,
                "SeraiTask", KEYED,
                "SeraiStream", stream,
                "SeraiIdempotencyKey", key);
        String body = dialect.equals("use-case") ? "{\"input\": \"Hi\"}" : GatewayClient.chatBody(KEYED, stream, "Hi");
        try (JmsClient client = JmsClient.of(bed.gateway())) {
            // Given
            client.send(client.text(body, properties));
            List<Message> first = client.stream();
            bed.script("answer: second");
            // When
            client.send(client.text(body, properties));
            List<Message> again = client.stream();
            // Then
            assertThat(contents(again, stream))
                    .isEqualTo(contents(first, stream))
                    .contains(MARK);
            assertThat(last(first).propertyExists("SeraiReplayed")).isFalse();
            assertThat(last(again).getBooleanProperty("SeraiReplayed")).isTrue();
            assertThat(last(again).getIntProperty("SeraiStatus")).isEqualTo(200);
            assertThat(JmsClient.json(last(again)).path("usage"))
                    .isEqualTo(JmsClient.json(last(first)).path("usage"));
            assertThat(bed.asked()).hasSize(1);
        }
    }

    private static Message last(List<Message> messages) {
        return messages.get(messages.size() - 1);
    }

    /** The final message of a stream tells of the request that it answers. */
    private static String contents(List<Message> messages, boolean stream) throws JMSException {
        StringBuilder contents = new StringBuilder();
        for (Message message : messages.subList(0, messages.size() - (stream ? 1 : 0))) {
            contents.append(JmsClient.textOf(message));
        }
        return contents.toString();
    }

    @Test
    @DisplayName("M4: keys are each caller's own; a call without a key, or with another, is made")
    void keysBelongToTheirCaller() {
        // Given
        bed.chat(key, KEYED, false);
        // When
        HttpResponse<String> others = DoorHttp.post(
                bed.gateway(),
                DoorHttp.OPENAI,
                bed.gateway().key(),
                GatewayClient.chatBody(KEYED, false, "Hi"),
                "Idempotency-Key",
                key);
        HttpResponse<String> otherKey = bed.chat(newKey(), KEYED, false);
        DoorHttp.post(
                bed.gateway(), DoorHttp.OPENAI, DoorGateway.PLAIN_KEY, GatewayClient.chatBody(KEYED, false, "Hi"));
        // Then
        assertThat(isReplayed(others)).isFalse();
        assertThat(isReplayed(otherKey)).isFalse();
        assertThat(bed.asked()).hasSize(4);
    }

    @Test
    @DisplayName(
            "M4 A6: OpenAI's SDK replays with a header of the request; by itself it sends no key, also when it retries")
    void worksWithOpenAisSdk() {
        // Given
        OpenAIClient client =
                DoorGateway.openAi(bed.gateway(), DoorGateway.PLAIN_KEY).withOptions(options -> options.maxRetries(1));
        ChatCompletionCreateParams plain = ChatCompletionCreateParams.builder()
                .model(KEYED)
                .addUserMessage("Hi")
                .build();
        ChatCompletionCreateParams keyed =
                plain.toBuilder().putAdditionalHeader("Idempotency-Key", key).build();
        int before = bed.gateway().recordsAtRest();
        bed.script("answer: fine\nattempts: [{status: 500}, {}, {status: 500}]");
        // When
        client.chat().completions().create(plain);
        ChatCompletion first = client.chat().completions().create(keyed);
        ChatCompletion again = client.chat().completions().create(keyed);
        // Then
        assertThat(again).isEqualTo(first);
        bed.gateway().recordsAtRest();
        assertThat(bed.gateway().records().stream()
                        .skip(before)
                        .map(entry -> entry.path("outcome").textValue() + " "
                                + entry.at("/idempotency/answer").asText("no key")))
                .containsExactly(
                        "provider_unavailable no key",
                        "ok no key",
                        "provider_unavailable made",
                        "ok made",
                        "ok replayed");
    }

    @Test
    @DisplayName("N4: neither key, question nor answer stands in the database's file or in the log")
    void nothingIsReadable(CapturedOutput output) throws Exception {
        // Given
        String question = "quittengelee";
        for (boolean stream : new boolean[] {false, true}) {
            HttpResponse<String> response =
                    bed.post(DoorHttp.OPENAI, newKey() + "-birnenmus", GatewayClient.chatBody(KEYED, stream, question));
            assertThat(response.body()).contains(MARK);
        }
        // When
        bed.gateway().bean(JdbcClient.class).sql("checkpoint sync").update();
        String file = Files.readString(bed.gateway().home().resolve("data/serai.mv.db"), StandardCharsets.ISO_8859_1);
        // Then
        assertThat(file).contains("plain").doesNotContain(MARK, question, "birnenmus");
        assertThat(output.getAll()).doesNotContain(MARK, question, "birnenmus");
        assertThat(answersInDatabase()).isPositive();
    }

    private long answersInDatabase() {
        return bed.gateway()
                .bean(JdbcClient.class)
                .sql("select count(*) from idempotent_answer")
                .query(Long.class)
                .single();
    }
}
