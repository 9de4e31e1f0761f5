/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.embeddings.Vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@DisplayName("E8: the simulated provider's embeddings, moderation and counts of tokens")
class SimOperationsTest extends SimBed {
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final String MODERATIONS = "/v1/moderations";
    private static final String COUNT = "/v1/messages/count_tokens";

    @BeforeEach
    void mount() throws Exception {
        server.mount("quick", SimProfiles.load("quick"));
    }

    @Test
    void aVectorIsOneLongAndTheSameForTheSameInput() throws Exception {
        // When
        JsonNode both = json(post(EMBEDDINGS, "{'model':'m','input':['a','b','a']}"));
        JsonNode base64 = json(post(EMBEDDINGS, "{'model':'m','input':'a','encoding_format':'base64'}"));
        // Then
        JsonNode first = both.at("/data/0/embedding");
        double length = 0;
        for (JsonNode value : first) {
            length += value.doubleValue() * value.doubleValue();
        }
        assertThat(length).isCloseTo(1, within(1e-5));
        assertThat(both.at("/data/2/embedding")).isEqualTo(first).isNotEqualTo(both.at("/data/1/embedding"));
        float[] decoded = Vectors.ofBase64(base64.at("/data/0/embedding").asText());
        assertThat(decoded).hasSize(256);
        assertThat((double) decoded[255]).isCloseTo(first.get(255).doubleValue(), within(1e-7));
        assertThat(both.at("/usage/prompt_tokens").asInt()).isEqualTo(2);
    }

    @Test
    void dimensionsTokensAndScriptedUsageAreKept() throws Exception {
        // Given
        server.mount("scripted", SimScript.read("usage: {prompt: 99}"));
        server.mount("silent-on-usage", SimScript.read("usage: none"));
        // When
        JsonNode tokens = json(post("scripted", EMBEDDINGS, "{'model':'m','input':[1,2,3],'dimensions':5}"));
        JsonNode lists = json(post("silent-on-usage", EMBEDDINGS, "{'model':'m','input':[[1,2],[3]]}"));
        // Then
        assertThat(tokens.at("/data")).hasSize(1);
        assertThat(tokens.at("/data/0/embedding")).hasSize(5);
        assertThat(tokens.at("/usage/total_tokens").asInt()).isEqualTo(99);
        assertThat(lists.at("/data")).hasSize(2);
        assertThat(lists.has("usage")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/embeddings            | {'input':'a'}                                           | model
            /v1/embeddings            | {'model':'m','input':[]}                                | input
            /v1/embeddings            | {'model':'m','input':''}                                | empty string
            /v1/embeddings            | {'model':'m','input':'a','dimensions':-1}               | less than the minimum of 1
            /v1/embeddings            | {'model':'m','input':'a','encoding_format':'hex'}       | encoding_format
            /v1/moderations           | {'model':'m'}                                           | input
            /v1/messages/count_tokens | {'messages':[{'role':'user','content':'a'}]}            | model
            /v1/messages/count_tokens | {'model':'m','max_tokens':1,'messages':[{'role':'user','content':'a'}]} | Extra inputs
            """)
    void whatBreaksTheRulesIsRefused(String path, String body, String word) throws Exception {
        HttpResponse<String> answer = post(path, body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(word, "invalid_request_error");
    }

    @Test
    void moderationJudgesEachTextButAMessageAsOne() throws Exception {
        // When
        JsonNode texts = json(post(MODERATIONS, "{'input':['a nice day','hate']}"));
        JsonNode parts =
                json(post(MODERATIONS, "{'input':[{'type':'text','text':'a'},{'type':'text','text':'hate'}]}"));
        // Then
        assertThat(texts.path("results")).hasSize(2);
        assertThat(texts.at("/results/0/flagged").asBoolean(true)).isFalse();
        assertThat(texts.at("/results/1/categories/hate").asBoolean()).isTrue();
        assertThat(parts.path("results")).hasSize(1);
        assertThat(parts.at("/results/0/flagged").asBoolean()).isTrue();
    }

    @Test
    void tokensAreCounted() throws Exception {
        String messages = "{'model':'m','messages':[{'role':'user','content':'%s'}]}".formatted("x".repeat(39));

        assertThat(json(post(COUNT, messages)).path("input_tokens").asInt()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/embeddings            | {'model':'m','input':'a'}                               | rate_limit_exceeded
            /v1/moderations           | {'input':'a'}                                           | rate_limit_exceeded
            /v1/messages/count_tokens | {'model':'m','messages':[{'role':'user','content':'a'}]} | rate_limit_error
            """)
    void faultsAreThoseOfTheDialect(String path, String body, String code) throws Exception {
        // Given
        server.mount("faulty", SimScript.read("attempts: [{status: 429, headers: {retry-after: '3'}}, {cutAfter: 1}]"));
        // When
        HttpResponse<String> throttled = post("faulty", path, body);
        // Then
        assertThat(throttled.statusCode()).isEqualTo(429);
        assertThat(throttled.headers().firstValue("retry-after")).contains("3");
        assertThat(throttled.body()).contains(code);
        assertThatThrownBy(() -> post("faulty", path, body)).isInstanceOf(IOException.class);
        assertThat(post("faulty", path, body).statusCode()).isEqualTo(200);
        // the journal hears of an answer's end a moment after its client does
        Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(
                        server.journal().requests("faulty"))
                .extracting(SimRequest::outcome)
                .isEqualTo(
                        List.of(SimRequest.Outcome.FAULTED, SimRequest.Outcome.FAULTED, SimRequest.Outcome.COMPLETED)));
    }

    @Test
    void anInputThatIsTooLongIsRefused() throws Exception {
        server.mount("narrow", SimScript.read("contextWindow: 10"));

        HttpResponse<String> answer =
                post("narrow", EMBEDDINGS, "{'model':'m','input':'%s'}".formatted("word ".repeat(20)));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("maximum context length is 10 tokens");
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return post("quick", path, body);
    }

    private HttpResponse<String> post(String mount, String path, String body) throws Exception {
        return SimClient.send(HttpRequest.newBuilder(URI.create(server.baseUrl(mount) + path))
                .header("anthropic-version", "2023-06-01")
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(200);
        return SimClient.json(answer.body());
    }
}
