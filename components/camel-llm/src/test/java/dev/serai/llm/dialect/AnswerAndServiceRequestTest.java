/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Set;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.llm.dialect.CodecFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is wanted of the answer beside its words, and what is asked of the service (E2, E3). */
class AnswerAndServiceRequestTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // one vendor's two dialects
                "OPENAI_CHAT|'service_tier':'flex'|OPENAI_RESPONSES|'service_tier':'flex'",
                "OPENAI_CHAT|'service_tier':'scale'|OPENAI_RESPONSES|'service_tier':'scale'",
                "OPENAI_CHAT|'prompt_cache_key':'k'|OPENAI_RESPONSES|'prompt_cache_key':'k'",
                "OPENAI_CHAT|'prompt_cache_retention':'24h'|OPENAI_RESPONSES|'prompt_cache_retention':'24h'",
                "OPENAI_CHAT|'user':'u','safety_identifier':'s'|OPENAI_RESPONSES|'user':'u','safety_identifier':'s'",
                "OPENAI_CHAT|'verbosity':'low'|OPENAI_RESPONSES|'text':{'verbosity':'low'}",
                "OPENAI_CHAT|'logprobs':true,'top_logprobs':2|OPENAI_RESPONSES"
                        + "|'include':['message.output_text.logprobs'],'top_logprobs':2",
                // tiers by the same meaning
                "OPENAI_CHAT|'service_tier':'default'|ANTHROPIC_MESSAGES|'service_tier':'standard_only'",
                "OPENAI_CHAT|'service_tier':'default'|GEMINI_GENERATE|'serviceTier':'STANDARD'",
                "OPENAI_CHAT|'service_tier':'flex'|GEMINI_GENERATE|'serviceTier':'FLEX'",
                "OPENAI_RESPONSES|'service_tier':'priority'|GEMINI_GENERATE|'serviceTier':'PRIORITY'",
                "OPENAI_CHAT|'service_tier':'flex'|BEDROCK_CONVERSE|'serviceTier':{'type':'flex'}",
                "GEMINI_GENERATE|'serviceTier':'STANDARD'|BEDROCK_CONVERSE|'serviceTier':{'type':'default'}",
                // several answers, log probabilities
                "OPENAI_CHAT|'n':2|GEMINI_GENERATE|'generationConfig':{'candidateCount':2}",
                "OPENAI_CHAT|'logprobs':true,'top_logprobs':2|GEMINI_GENERATE"
                        + "|'generationConfig':{'responseLogprobs':true,'logprobs':2}",
                "OPENAI_CHAT|'logprobs':true,'top_logprobs':0|GEMINI_GENERATE"
                        + "|'generationConfig':{'responseLogprobs':true}",
            })
    void whatTwoDialectsSayCrossesBothWays(Dialect one, String ofOne, Dialect other, String ofOther) throws Exception {
        assertThat(crossed(one, ofOne, other)).isEqualTo(json("{" + ofOther + "}"));
        assertThat(crossed(other, ofOther, one)).isEqualTo(json("{" + ofOne + "}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPENAI_CHAT|'service_tier':'flex'|ANTHROPIC_MESSAGES|service_tier",
                "OPENAI_CHAT|'service_tier':'scale'|GEMINI_GENERATE|service_tier",
                "BEDROCK_CONVERSE|'serviceTier':{'type':'reserved'}|OPENAI_CHAT|serviceTier.type",
                "BEDROCK_CONVERSE|'serviceTier':{'type':'flex'}|COHERE_CHAT|serviceTier.type",
                "OPENAI_CHAT|'metadata':{'k':'v'}|ANTHROPIC_MESSAGES|metadata",
                // OpenAI takes labels only with what it stores, and Serai has nothing stored
                "OPENAI_RESPONSES|'metadata':{'k':'v'}|OPENAI_CHAT|metadata",
            })
    void aWordWithoutTheSameMeaningIsRefusedByName(Dialect from, String fields, Dialect to, String name)
            throws Exception {
        assertThatThrownBy(() -> translated(from, fields, to, Set.of()))
                .isInstanceOfSatisfying(LlmException.class, e -> {
                    assertThat(e.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
                    assertThat(e.field()).isEqualTo(name);
                });
        assertThat(translated(from, fields, to, Set.of(name))).isEqualTo(translated(from, "", to, Set.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"OPENAI_CHAT|'service_tier':'auto'", "ANTHROPIC_MESSAGES|'service_tier':'auto'"})
    void whoLeavesTheTierToTheProviderAsksForNothing(Dialect from, String fields) throws Exception {
        for (Dialect to : Dialect.values()) {
            assertThat(translated(from, fields, to, Set.of())).isEqualTo(translated(from, "", to, Set.of()));
        }
    }

    /** The fields that the request has more than the plain question. */
    private static JsonNode crossed(Dialect from, String fields, Dialect to) throws Exception {
        ObjectNode written = (ObjectNode) translated(from, fields, to, Set.of());
        translated(from, "", to, Set.of()).properties().forEach(plain -> written.remove(plain.getKey()));
        return written;
    }

    private static JsonNode translated(Dialect from, String fields, Dialect to, Set<String> mayLose) throws Exception {
        String question =
                switch (from) {
                    case OPENAI_RESPONSES -> "'input':'u'";
                    case GEMINI_GENERATE -> "'contents':[{'role':'user','parts':[{'text':'u'}]}]";
                    case BEDROCK_CONVERSE -> "'messages':[{'role':'user','content':[{'text':'u'}]}]";
                    default -> "'messages':[{'role':'user','content':'u'}]";
                };
        JsonNode request = json("{" + question + (fields.isEmpty() ? "" : "," + fields) + "}");
        ObjectNode written = RequestTranslator.translate(Codecs.of(from), request, Codecs.of(to), mayLose);
        return Json.MAPPER.readTree(Json.bytes(written));
    }
}
