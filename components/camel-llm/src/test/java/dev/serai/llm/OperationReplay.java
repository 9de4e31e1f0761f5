/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.DynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.FixtureServer.Delivery;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A recorded exchange of an operation besides chat: in its provider's own form, and as callers of another one ask for it.
 *
 * @param path where its request has to arrive, below the host
 */
record OperationReplay(Fixture fixture, String provider, Operation operation, String path) {
    /** By provider and operation: where requests go, with the model {@code the-model}. */
    private static final Map<String, String> PATHS = Map.of(
            "openai embeddings", "/v1/embeddings",
            "openai moderation", "/v1/moderations",
            "llama-cpp embeddings", "/v1/embeddings",
            "mistral embeddings", "/v1/embeddings",
            "azure-openai embeddings", "/openai/deployments/the-model/embeddings?api-version=2024-10-21",
            "cohere embeddings", "/v2/embed",
            "ollama embeddings", "/api/embed",
            "anthropic count_tokens", "/v1/messages/count_tokens",
            "gemini count_tokens", "/models/the-model:countTokens");

    /** Null where the exchange is a chat's, or of an operation that nothing here does. */
    static OperationReplay of(Fixture fixture, String provider) {
        String path = fixture.meta().path("url_path").asText();
        Operation operation = operation(path);
        if (operation == null) {
            return null;
        }
        String method = path.substring(path.lastIndexOf(':') + 1);
        String arrives = provider.equals("gemini") && operation == Operation.EMBEDDINGS
                ? "/models/the-model:" + method
                : PATHS.get(provider + " " + operation.code());
        return arrives == null ? null : new OperationReplay(fixture, provider, operation, arrives);
    }

    private static Operation operation(String path) {
        String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
        return switch (last) {
            case "embeddings", "embed", "embedContent", "batchEmbedContents" -> Operation.EMBEDDINGS;
            case "moderations" -> Operation.MODERATION;
            case "count_tokens", "countTokens" -> Operation.COUNT_TOKENS;
            default -> null;
        };
    }

    List<DynamicTest> tests(FixtureServer server, ProducerTemplate template) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Delivery delivery : Delivery.values()) {
            tests.add(DynamicTest.dynamicTest(
                    operation.code() + " in its own form " + delivery, () -> inItsOwnForm(server, template, delivery)));
        }
        if (operation == Operation.EMBEDDINGS && dialect() != Dialect.OPENAI_CHAT) {
            for (boolean base64 : new boolean[] {false, true}) {
                tests.add(DynamicTest.dynamicTest(
                        "embeddings in OpenAI's form" + (base64 ? ", base64" : ""),
                        () -> inOpenAisForm(server, template, base64)));
            }
        }
        if (operation == Operation.COUNT_TOKENS) {
            tests.add(DynamicTest.dynamicTest("counted for another dialect", () -> counted(server, template)));
        }
        return tests;
    }

    private void inItsOwnForm(FixtureServer server, ProducerTemplate template, Delivery delivery) {
        String baseUrl = server.serve(reply(delivery));

        Outcome outcome = call(template, baseUrl, dialect(), fixture.requestJson());

        assertThat(server.received(baseUrl).path()).isEqualTo("/" + name(baseUrl) + path);
        assertThat(Sse.read(new String(server.received(baseUrl).body(), Sse.UTF_8)))
                .isEqualTo(sent());
        if (fails(outcome)) {
            return;
        }
        assertThat(outcome.bytes()).isEqualTo(fixture.body());
        assertThat(outcome.usage()).isEqualTo(usage());
    }

    private void inOpenAisForm(FixtureServer server, ProducerTemplate template, boolean base64) {
        List<List<Float>> vectors = vectors();
        ObjectNode request =
                Json.object().put("model", "asked-for").put("encoding_format", base64 ? "base64" : "float");
        for (int i = 0; i < Math.max(1, vectors.size()); i++) {
            request.withArray("input").add("text " + i);
        }
        String baseUrl = server.serve(reply(Delivery.PIECES));

        Outcome outcome = call(template, baseUrl, Dialect.OPENAI_CHAT, request);

        if (fails(outcome)) {
            return;
        }
        JsonNode answer = Sse.read(new String(outcome.bytes(), Sse.UTF_8));
        assertThat(answer.path("object").asText()).isEqualTo("list");
        assertThat(answer.path("data")).hasSameSizeAs(vectors);
        for (int i = 0; i < vectors.size(); i++) {
            JsonNode item = answer.path("data").get(i);
            assertThat(item.path("index").asInt()).isEqualTo(i);
            List<Float> vector = base64 ? decoded(item.path("embedding").asText()) : numbers(item.path("embedding"));
            assertThat(vector).isEqualTo(vectors.get(i));
        }
        // not reported is not 0
        assertThat(answer.has("usage")).isEqualTo(usage() != null);
        assertThat(outcome.usage()).isEqualTo(usage());
    }

    private void counted(FixtureServer server, ProducerTemplate template) {
        boolean anthropic = dialect() == Dialect.ANTHROPIC_MESSAGES;
        Dialect other = anthropic ? Dialect.GEMINI_GENERATE : Dialect.ANTHROPIC_MESSAGES;
        String request = anthropic
                ? "{'contents':[{'role':'user','parts':[{'text':'Hello'}]}]}"
                : "{'model':'x','messages':[{'role':'user','content':'Hello'}]}";
        String baseUrl = server.serve(reply(Delivery.PIECES));

        Outcome outcome = call(template, baseUrl, other, Sse.read(request.replace('\'', '"')));

        JsonNode sent = Sse.read(new String(server.received(baseUrl).body(), Sse.UTF_8));
        assertThat(sent.toString()).contains("\"Hello\"", "the-model").doesNotContain("max_tokens");
        JsonNode answer = Sse.read(new String(outcome.bytes(), Sse.UTF_8));
        assertThat(answer.path(anthropic ? "totalTokens" : "input_tokens").asLong())
                .isEqualTo(fixture.bodyJson()
                        .path(anthropic ? "input_tokens" : "totalTokens")
                        .asLong(-1));
    }

    private Dialect dialect() {
        return Providers.of(provider).dialect();
    }

    private FixtureServer.Reply reply(Delivery delivery) {
        return new FixtureServer.Reply(fixture.status(), fixture.headers(), fixture.body(), delivery);
    }

    private static String name(String baseUrl) {
        return baseUrl.substring(baseUrl.lastIndexOf('/') + 1);
    }

    private Outcome call(ProducerTemplate template, String baseUrl, Dialect spoken, JsonNode payload) {
        String base = path.startsWith("/v1/") && dialect() == Dialect.OPENAI_CHAT
                ? "/v1"
                : path.startsWith("/openai") ? "/openai" : "";
        String uri = "llm:" + provider + "/the-model?apiKey=secret&baseUrl=" + baseUrl + base;
        LlmRequest request = LlmRequest.of(operation, spoken, Json.bytes(payload));
        return Outcome.of(
                template.request(uri, exchange -> exchange.getMessage().setBody(request)));
    }

    /** E2: only the model differs from what was recorded. */
    private ObjectNode sent() {
        ObjectNode sent = fixture.requestJson().deepCopy();
        if (!provider.equals("gemini")) {
            return sent.put("model", "the-model");
        }
        for (JsonNode request : sent.path("requests")) {
            ((ObjectNode) request).put("model", "models/the-model");
        }
        return sent;
    }

    private boolean fails(Outcome outcome) {
        if (fixture.status() == 200) {
            assertThat(outcome.failure()).isNull();
            return false;
        }
        assertThat(outcome.failure().errorClass().code())
                .isEqualTo(fixture.meta().path("gateway_taxonomy").asText());
        assertThat(outcome.failure().status()).isEqualTo(fixture.status());
        return true;
    }

    /** As the recording has them. */
    private List<List<Float>> vectors() {
        JsonNode body = fixture.bodyJson();
        JsonNode found =
                switch (provider) {
                    case "gemini" ->
                        body.has("embedding")
                                ? Json.array().add(body.at("/embedding/values"))
                                : values(body.path("embeddings"));
                    case "cohere" -> body.at("/embeddings/int8");
                    default -> body.path("embeddings");
                };
        List<List<Float>> vectors = new ArrayList<>();
        found.forEach(vector -> vectors.add(numbers(vector)));
        return vectors;
    }

    private static ArrayNode values(JsonNode embeddings) {
        ArrayNode values = Json.array();
        embeddings.forEach(embedding -> values.add(embedding.path("values")));
        return values;
    }

    private static List<Float> numbers(JsonNode vector) {
        List<Float> numbers = new ArrayList<>();
        vector.forEach(value -> numbers.add((float) value.doubleValue()));
        return numbers;
    }

    private static List<Float> decoded(String base64) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
        List<Float> numbers = new ArrayList<>();
        while (bytes.hasRemaining()) {
            numbers.add(bytes.getFloat());
        }
        return numbers;
    }

    private Usage usage() {
        JsonNode body = fixture.bodyJson();
        for (String at : List.of("/usage/prompt_tokens", "/meta/billed_units/input_tokens", "/prompt_eval_count")) {
            if (body.at(at).isNumber()) {
                return new Usage(body.at(at).asLong(), 0, 0, 0, 0);
            }
        }
        return null;
    }
}
