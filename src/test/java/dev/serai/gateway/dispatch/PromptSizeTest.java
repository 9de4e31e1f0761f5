/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.RequestSummary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@DisplayName("L1: the estimate of a prompt's tokens")
class PromptSizeTest {
    private static final String SENTENCE =
            "The customer asks where the order is, because it hasn't come in seven days. ";

    @BeforeAll
    static void load() {
        Tokenizer.count("");
    }

    @Test
    void aShortPromptIsCountedAndFramed() throws Exception {
        // When
        long tokens = tokens(chat("Where is my order?"), 0);
        // Then: five, a line's end, and what is laid around the message
        assertThat(tokens).isBetween(9L, 10L);
    }

    @Test
    void aLongPromptIsLikeItsBeginning() throws Exception {
        // Given
        String text = SENTENCE.repeat(3000);
        // When
        long tokens = tokens(chat(text), 0);
        // Then
        long exact = Tokenizer.count(text);
        assertThat((double) tokens).isCloseTo(exact, within(exact * 0.05));
    }

    @Test
    void aTasksOwnPromptIsInIt() throws Exception {
        // When
        long tokens = tokens(Json.MAPPER.readTree("{\"input\": \"" + SENTENCE + "\"}"), 10L * SENTENCE.length());
        // Then
        long one = Tokenizer.count(SENTENCE);
        assertThat((double) tokens).isCloseTo(10 * one, within(one * 1.0));
    }

    @Test
    void aPictureIsNoText() throws Exception {
        // Given
        String picture = "data:image/png;base64," + "iVBORw0KGgo".repeat(50_000);
        JsonNode request =
                Json.MAPPER.readTree("{\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\","
                        + " \"image_url\": {\"url\": \"" + picture + "\"}}]}]}");
        // When
        long tokens = tokens(request, 0);
        // Then
        assertThat(tokens).isBetween(500L, 2000L);
    }

    @Test
    void tokensThatAreSentAsSuchAreCounted() throws Exception {
        // When
        long tokens = tokens(Json.MAPPER.readTree("{\"input\": [[1, 2, 3], [4, 5]]}"), 0);
        // Then
        assertThat(tokens).isEqualTo(5);
    }

    @Test
    void answersThatAreAskedForAtOnce() throws Exception {
        // Given
        Call call = call(0, Set.of("n_choices"));
        ObjectNode request = (ObjectNode) chat("Hi");
        // When
        PromptSize.of(call, request.put("n", 3));
        // Then
        assertThat(PromptSize.answers(call)).isEqualTo(3);
        assertThat(PromptSize.answers(call(0, Set.of()))).isEqualTo(1);
    }

    private static JsonNode chat(String text) {
        ObjectNode request = Json.object().put("model", "a-task");
        request.putArray("messages").addObject().put("role", "user").put("content", text);
        return request;
    }

    private static long tokens(JsonNode request, long promptChars) {
        Call call = call(promptChars, Set.of());
        PromptSize.of(call, request);
        return PromptSize.tokens(call);
    }

    private static Call call(long promptChars, Set<String> features) {
        Call call = new Call("req_1", "openai-chat", null);
        call.accept(
                LlmRequest.of(Dialect.OPENAI_CHAT, new byte[0], false),
                new RequestSummary("a-task", false, false, null, features, promptChars, 1));
        return call;
    }
}
