/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;

import static org.assertj.core.api.Assertions.assertThat;

/** A conversation that goes from provider to provider: nobody is sent a signature that another made (E3). */
class SignaturesTest {
    /** As providers write them: base64, also in the URL alphabet. */
    private static final String SIGNATURE = "EqQBCgIYAhIkZ-_/+A==";

    /** Those that have a place for a signature. */
    private static final Set<Dialect> SIGNING = Set.of(
            Dialect.OPENAI_CHAT,
            Dialect.ANTHROPIC_MESSAGES,
            Dialect.OPENAI_RESPONSES,
            Dialect.GEMINI_GENERATE,
            Dialect.BEDROCK_CONVERSE);

    static Stream<Arguments> doorsAndMakers() {
        return SIGNING.stream()
                .flatMap(door ->
                        SIGNING.stream().filter(maker -> maker != door).map(maker -> Arguments.of(door, maker)));
    }

    @ParameterizedTest(name = "{1} behind {0}")
    @MethodSource("doorsAndMakers")
    void aSignatureComesBackToItsMakerAsItWas(Dialect door, Dialect maker) throws Exception {
        // Given a client that sends back what it got
        JsonNode request = returned(door, written(door, maker));

        // When
        JsonNode back = translate(door, request, maker);

        // Then
        assertThat(signature(maker, back)).isEqualTo(SIGNATURE);
    }

    @ParameterizedTest(name = "{1} behind {0}")
    @MethodSource("doorsAndMakers")
    void nobodyElseIsSentIt(Dialect door, Dialect maker) throws Exception {
        JsonNode request = returned(door, written(door, maker));

        for (Dialect other : Dialect.values()) {
            if (!sameMaker(other, maker)) {
                String sent = sent(door, request, other);

                assertThat(sent)
                        .as(other.code())
                        .contains("said")
                        .doesNotContain(SIGNATURE)
                        .doesNotContain(Signatures.MARK);
            }
        }
    }

    @ParameterizedTest(name = "{1} behind {0}")
    @MethodSource("doorsAndMakers")
    void aStreamMarksItToo(Dialect door, Dialect maker) throws Exception {
        List<StreamPart> parts = new ArrayList<>();
        for (StreamPart part : List.of(
                new StreamPart.Start("id", "m"),
                new StreamPart.Reasoning(0, "thought", null),
                new StreamPart.Reasoning(0, "", SIGNATURE),
                new StreamPart.Text(0, "said"),
                new StreamPart.Finish(0, StopReason.STOP, null),
                new StreamPart.End())) {
            parts.add(Signatures.carried(part, maker, door));
        }

        byte[] stream = CodecFixture.write(Codecs.of(door).streamWriter(true), parts);

        String text = new String(stream, java.nio.charset.StandardCharsets.UTF_8);
        assertThat(text.contains(Signatures.MARK)).isEqualTo(!sameMaker(door, maker));
        assertThat(text.contains(SIGNATURE)).isEqualTo(sameMaker(door, maker));
    }

    /** DeepSeek and others show their reasoning without one; Anthropic refuses a thinking block without. */
    @Test
    void unsignedReasoningIsNotSentToAProviderThatWantsItSigned() throws Exception {
        Answer answer = answer(new Part.Reasoning("thought", null));
        JsonNode request = returned(
                Dialect.ANTHROPIC_MESSAGES,
                Codecs.of(Dialect.ANTHROPIC_MESSAGES).writeAnswer(answer));

        assertThat(sent(Dialect.ANTHROPIC_MESSAGES, request, Dialect.ANTHROPIC_MESSAGES))
                .contains("said")
                .doesNotContain("thought");
        assertThat(sent(Dialect.ANTHROPIC_MESSAGES, request, Dialect.OPENAI_CHAT))
                .contains("said", "\"reasoning_content\":\"thought\"");
    }

    @Test
    void aPayloadWithoutForeignSignaturesStaysAsItIs() throws Exception {
        byte[] payload =
                "{ \"messages\" : [ {\"role\":\"user\", \"content\":\"c2VyYWkv is no signature\"} ] }".getBytes();

        assertThat(ForeignReasoning.remove(payload, Json.parseRequest(payload))).isEqualTo(payload);
    }

    private static Answer answer(Part reasoning) {
        Answer.Choice choice =
                new Answer.Choice(List.of(reasoning, new Part.Text("said", null)), StopReason.STOP, null);
        return new Answer("id", "m", List.of(choice), Usage.NONE, null);
    }

    private static ObjectNode written(Dialect door, Dialect maker) {
        Answer answer = answer(new Part.Reasoning("thought", SIGNATURE));
        return Codecs.of(door).writeAnswer(Signatures.carried(answer, maker, door));
    }

    private static JsonNode returned(Dialect door, ObjectNode answer) {
        ObjectNode request = Json.object();
        boolean gemini = door == Dialect.GEMINI_GENERATE;
        ArrayNode turns =
                request.putArray(gemini ? "contents" : door == Dialect.OPENAI_RESPONSES ? "input" : "messages");
        turns.add(user(door));
        switch (door) {
            case OPENAI_CHAT -> turns.add(answer.at("/choices/0/message"));
            case ANTHROPIC_MESSAGES ->
                turns.addObject().put("role", "assistant").set("content", answer.get("content"));
            case OPENAI_RESPONSES -> turns.addAll((ArrayNode) answer.get("output"));
            case GEMINI_GENERATE -> turns.add(answer.at("/candidates/0/content"));
            default -> turns.add(answer.at("/output/message"));
        }
        turns.add(user(door));
        return door == Dialect.ANTHROPIC_MESSAGES ? request.put("max_tokens", 9) : request;
    }

    private static ObjectNode user(Dialect door) {
        ObjectNode user = Json.object().put("role", "user");
        if (door == Dialect.GEMINI_GENERATE || door == Dialect.BEDROCK_CONVERSE) {
            user.putArray(door == Dialect.GEMINI_GENERATE ? "parts" : "content")
                    .addObject()
                    .put("text", "u");
            return user;
        }
        return user.put("content", "u");
    }

    private static String sent(Dialect door, JsonNode request, Dialect to) throws Exception {
        byte[] payload = Json.bytes(request);
        return door == to
                ? new String(ForeignReasoning.remove(payload, Json.parseRequest(payload)))
                : translate(door, request, to).toString();
    }

    private static JsonNode translate(Dialect door, JsonNode request, Dialect to) throws Exception {
        return RequestTranslator.translate(Codecs.of(door), request, Codecs.of(to), Set.of());
    }

    private static String signature(Dialect dialect, JsonNode request) {
        String field =
                switch (dialect) {
                    case GEMINI_GENERATE -> "thoughtSignature";
                    case OPENAI_RESPONSES -> "encrypted_content";
                    default -> "signature";
                };
        JsonNode found = request.findValue(field);
        return found == null ? null : found.asText();
    }

    private static boolean sameMaker(Dialect one, Dialect other) {
        Set<Dialect> claude = Set.of(Dialect.ANTHROPIC_MESSAGES, Dialect.BEDROCK_CONVERSE);
        return one == other || claude.contains(one) && claude.contains(other);
    }
}
