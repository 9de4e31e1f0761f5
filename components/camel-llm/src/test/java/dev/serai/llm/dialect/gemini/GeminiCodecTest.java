/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.Fixtures;
import dev.serai.llm.Fixtures.Fixture;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture;
import dev.serai.llm.dialect.CodecFixture.Heard;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.dialect.RequestTranslator;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GeminiCodecTest {
    private static final DialectCodec GEMINI = Codecs.of(Dialect.GEMINI_GENERATE);
    private static final List<DialectCodec> OTHERS =
            List.of(Codecs.of(Dialect.OPENAI_CHAT), Codecs.of(Dialect.ANTHROPIC_MESSAGES));

    static Stream<Fixture> requests() {
        return Fixtures.of("gemini").stream()
                // its prompt is empty
                .filter(fixture -> !fixture.id().endsWith("/max-tokens-no-content"))
                .filter(fixture -> fixture.meta().path("url_path").asText().endsWith("enerateContent"))
                .filter(fixture ->
                        fixture.status() == 200 && fixture.requestJson().isObject());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestReadsAndPassesThroughUntouched(Fixture fixture) throws LlmException {
        RequestSummary summary = GEMINI.summarize(fixture.requestJson());

        assertThat(summary.promptChars()).isPositive();
        assertThat(summary.model()).isNull();
        assertThat(GEMINI.readRequest(fixture.requestJson()).messages()).isNotEmpty();
        assertThat(GEMINI.edit(fixture.request(), new NativeEdits("m", null, null, null, null, true)))
                .isEqualTo(fixture.request());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestCrossesOrIsRefusedByName(Fixture fixture) throws LlmException {
        for (DialectCodec other : OTHERS) {
            try {
                JsonNode written = RequestTranslator.translate(GEMINI, fixture.requestJson(), other, Set.of());
                JsonNode back = GEMINI.writeRequest(other.readRequest(written), Set.of());
                assertThat(back.path("contents").size())
                        .isEqualTo(fixture.requestJson().path("contents").size());
            } catch (LlmException e) {
                assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
                String leaf = e.field().substring(e.field().lastIndexOf('.') + 1);
                assertThat(GeminiNames.camelCase(fixture.requestJson()).toString())
                        .contains(leaf.split("_")[0]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gemini/cached-content-use, 13, 9609, 35, 136",
        "gemini/code-execution, 234, 0, 122, 87",
        "gemini/max-tokens-no-content, 1, 0, 1, 95",
        "gemini/safety-candidate-blocked, 14, 0, 0, 0",
    })
    void usageIsDisjoint(String id, long input, long read, long output, long reasoning) throws LlmException {
        Fixture fixture = Fixtures.named(id);

        Usage usage = GEMINI.readAnswer(fixture.bodyJson(), ERRORS).usage();

        assertThat(usage).isEqualTo(new Usage(input, read, 0, output, reasoning));
        assertThat(usage.total())
                .isEqualTo(
                        fixture.bodyJson().at("/usageMetadata/totalTokenCount").asLong());
    }

    @ParameterizedTest
    @CsvSource({
        "gemini/tools, TOOL_CALLS,",
        "gemini/max-tokens, MAX_TOKENS,",
        "gemini/safety-candidate-blocked, CONTENT_FILTER, POLICY_REJECTION",
        "gemini/response-blocked-model-armor, CONTENT_FILTER, POLICY_REJECTION",
        "gemini/unexpected-tool-call, OTHER, OUTPUT_INVALID",
    })
    void saysWhyTheModelStopped(String id, StopReason stop, ErrorClass advice) throws LlmException {
        Answer answer = GEMINI.readAnswer(Fixtures.named(id).bodyJson(), ERRORS);

        assertThat(answer.choices().get(0).stopReason()).isEqualTo(stop);
        assertThat(answer.advice()).isEqualTo(advice);
    }

    @Test
    void aBlockedPromptIsARejection() {
        JsonNode body = json("{'promptFeedback':{'blockReason':'SAFETY','blockReasonMessage':'why'}}");

        assertThatThrownBy(() -> GEMINI.readAnswer(body, ERRORS)).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.POLICY_REJECTION);
            assertThat(e.code()).isEqualTo("SAFETY");
            assertThat(e.reason()).isEqualTo("why");
        });
    }

    @Test
    void givingUpWithoutAWordIsAFailureOfTheProvider() {
        JsonNode body = json("{'candidates':[{'finishReason':'OTHER'}]}");

        assertThatThrownBy(() -> GEMINI.readAnswer(body, ERRORS))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.PROVIDER_UNAVAILABLE));
    }

    @Test
    void callsGetStableIds() throws LlmException {
        JsonNode body = Fixtures.named("gemini/tools-parallel-three").bodyJson();

        List<String> ids = ids(GEMINI.readAnswer(body, ERRORS));

        assertThat(ids).hasSize(3).doesNotHaveDuplicates().isEqualTo(ids(GEMINI.readAnswer(body, ERRORS)));
        assertThat(ids).allMatch(id -> id.matches("[A-Za-z0-9_-]{1,64}"));
    }

    @Test
    void aSignatureFindsItsWayBackThroughEachDialect() throws LlmException {
        JsonNode body = Fixtures.named("gemini/tools-parallel-three").bodyJson();
        String signature =
                body.at("/candidates/0/content/parts/0/thoughtSignature").asText();
        Answer answer = GEMINI.readAnswer(body, ERRORS);
        for (DialectCodec other : OTHERS) {
            // Given a client that sends back what it got
            ObjectNode request = json("{'max_tokens':9,'messages':[{'role':'user','content':'u'}]}")
                    .deepCopy();
            ObjectNode written = other.writeAnswer(answer);
            boolean openAi = other.dialect() == Dialect.OPENAI_CHAT;
            JsonNode message = openAi
                    ? written.at("/choices/0/message")
                    : Json.object().put("role", "assistant").set("content", written.get("content"));
            request.withArray("messages").add(message);
            addResults(request, ids(answer), openAi);

            // When
            JsonNode back = GEMINI.writeRequest(other.readRequest(request), Set.of());

            // Then
            assertThat(back.at("/contents/1"))
                    .isEqualTo(json(body.at("/candidates/0/content").toString()));
            assertThat(back.at("/contents/1/parts/0/thoughtSignature").asText()).isEqualTo(signature);
            assertThat(back.at("/contents/2/parts").findValuesAsText("name")).isEqualTo(body.findValuesAsText("name"));
            assertThat(back.at("/contents/2/parts/0/functionResponse/response")).isEqualTo(json("{'output':'r0'}"));
        }
    }

    private static void addResults(ObjectNode request, List<String> ids, boolean openAi) {
        for (int i = 0; i < ids.size(); i++) {
            ObjectNode result = Json.object().put("content", "r" + i);
            if (openAi) {
                request.withArray("messages").add(result.put("role", "tool").put("tool_call_id", ids.get(i)));
            } else {
                ObjectNode user = request.withArray("messages").addObject().put("role", "user");
                user.putArray("content").add(result.put("type", "tool_result").put("tool_use_id", ids.get(i)));
            }
        }
    }

    @Test
    void editsTouchTheValueAndNothingElse() throws LlmException {
        NativeEdits edits = new NativeEdits("m", 10, "maxOutputTokens", 0.5, "low", true);

        assertThat(edit("{'contents':[ ]}", edits))
                .isEqualTo("{'contents':[ ],'generationConfig':{'maxOutputTokens':10,'temperature':0.5,"
                        + "'thinkingConfig':{'thinkingBudget':1024}}}");
        assertThat(edit(
                        "{'generation_config': {'max_output_tokens': 9, 'thinking_config':{'includeThoughts':true,"
                                + "'thinkingLevel':'HIGH'}}}",
                        edits))
                .isEqualTo("{'generation_config': {'max_output_tokens': 9, 'thinking_config':{'includeThoughts':true,"
                        + "'thinkingBudget':1024},'temperature':0.5}}");
    }

    private static String edit(String payload, NativeEdits edits) throws LlmException {
        byte[] edited = GEMINI.edit(payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8), edits);
        return new String(edited, StandardCharsets.UTF_8).replace('"', '\'');
    }

    @Test
    void aFinishIsToldAtTheEndBecauseContentMayFollowIt() {
        Heard heard = CodecFixture.hear(
                CodecFixture.parts(
                        GEMINI,
                        "data: {'candidates':[{'content':{'parts':[{'text':'a'}]},'finishReason':'STOP'}]}\r\n\r\n"
                                + "data: {'candidates':[{'content':{'parts':[{'text':'b'}]},'finishReason':'MAX_TOKENS'}]}\r\n\r\n"));

        assertThat(heard.text.toString()).isEqualTo("ab");
        assertThat(heard.finishes).containsExactly(new StreamPart.Finish(0, StopReason.MAX_TOKENS, null));
    }

    @Test
    void aMalformedCallInAStreamIsInvalidOutput() {
        assertThat(CodecFixture.parts(GEMINI, "data: {'candidates':[{'finishReason':'MALFORMED_FUNCTION_CALL'}]}\n\n"))
                .contains(new StreamPart.Advice(ErrorClass.OUTPUT_INVALID));
    }

    @Test
    void writesErrorsAsGoogleDoes() {
        LlmException error = LlmException.of(ErrorClass.RATE_LIMITED)
                .reason("slow down")
                .retryAfter(Duration.ofMillis(1500))
                .build();

        assertThat(GEMINI.writeError(error, "r"))
                .isEqualTo(json("{'error':{'code':429,'message':'slow down','status':'RESOURCE_EXHAUSTED','details':["
                        + "{'@type':'type.googleapis.com/google.rpc.ErrorInfo','reason':'RATE_LIMITED','domain':'serai'},"
                        + "{'@type':'type.googleapis.com/google.rpc.RetryInfo','retryDelay':'1.5s'}]}}"));
        Heard heard = CodecFixture.hear(CodecFixture.parts(GEMINI, GEMINI.writeStreamError(error, "r")));
        assertThat(heard.failure).isNotNull();
    }

    private static List<String> ids(Answer answer) {
        return answer.choices().get(0).parts().stream()
                .filter(Part.ToolCall.class::isInstance)
                .map(part -> ((Part.ToolCall) part).id())
                .toList();
    }
}
