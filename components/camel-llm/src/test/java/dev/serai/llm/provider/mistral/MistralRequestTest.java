/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.dialect.RequestTranslator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MistralRequestTest {
    private static final String CALLS = "{'messages':[{'role':'assistant','tool_calls':[{'id':'%s'},{'id':'%s'}]},"
            + "{'role':'tool','tool_call_id':'%s','content':'2'},{'role':'tool','tool_call_id':'%s','content':'1'}]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ 'model':'m', 'random_seed':1 }|{ 'model':'m', 'random_seed':1 }",
                "{'stream':true,'stream_options':{'include_usage':true}}|{'stream':true}",
                "{'seed':7,'max_completion_tokens':5}|{'max_tokens':5,'random_seed':7}",
                "{'reasoning_effort':'high'}|{'reasoning_effort':'high'}",
                "{'messages':[{'role':'developer','content':'d'}]}|{'messages':[{'role':'system','content':'d'}]}",
                "{'messages':[{'role':'user',  'content':'d'}]}|{'messages':[{'role':'user',  'content':'d'}]}",
                "{'messages':[{'role':'assistant','content':'a','reasoning_content':'r'}]}|{'messages':[{'role':'assistant','content':[{'type':'thinking','thinking':[{'type':'text','text':'r'}]},{'type':'text','text':'a'}]}]}",
            })
    void changesOnlyWhatMistralDoesNotTake(String payload, String expected) throws LlmException {
        assertThat(adapt(payload, Set.of())).isEqualTo(expected.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'user':'u'}|user",
                "{'reasoning_effort':'low'}|reasoning_effort",
                "{'messages':[{'role':'assistant','reasoning_details':[{'type':'reasoning.encrypted','data':'x'}]}]}|reasoning_details",
            })
    void refusesByNameUnlessItMayBeLost(String payload, String field) throws LlmException {
        assertThatThrownBy(() -> adapt(payload, Set.of()))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.field()).isEqualTo(field));
        assertThat(adapt(payload, Set.of(field))).doesNotContain(field);
    }

    @Test
    void idsOfAnotherProviderGetMistralsFormAndStayApart() throws Exception {
        String payload = CALLS.formatted("call_abcdefghijkl", "toolu_01", "toolu_01", "call_abcdefghijkl");

        JsonNode adapted = Json.MAPPER.readTree(adapt(payload, Set.of()));

        String first = adapted.at("/messages/0/tool_calls/0/id").asText();
        String second = adapted.at("/messages/0/tool_calls/1/id").asText();
        assertThat(first).matches("[a-zA-Z0-9]{9}").isNotEqualTo(second);
        assertThat(second).matches("[a-zA-Z0-9]{9}");
        assertThat(adapted.at("/messages/1/tool_call_id").asText()).isEqualTo(second);
        assertThat(adapted.at("/messages/2/tool_call_id").asText()).isEqualTo(first);
        assertThat(adapt(payload, Set.of())).isEqualTo(adapt(payload, Set.of()));
    }

    @Test
    void mistralsOwnIdsStay() throws LlmException {
        String payload = CALLS.formatted("gRgYUmPLP", "Or5TU38vr", "Or5TU38vr", "gRgYUmPLP");

        assertThat(adapt(payload, Set.of())).isEqualTo(payload.replace('\'', '"'));
    }

    @Test
    void aMadeIdNeverMeetsAValidOne() {
        MistralToolIds first = new MistralToolIds();
        String made = first.of("call_1");
        MistralToolIds second = new MistralToolIds();
        second.keepValid(Json.array().add(Json.object().put("tool_call_id", made)));

        assertThat(second.of("call_1")).isNotEqualTo(made).matches("[a-zA-Z0-9]{9}");
        assertThat(second.of(made)).isEqualTo(made);
    }

    /** What a caller of any dialect writes goes out in Mistral's form, with the ids of calls and results still in pairs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ANTHROPIC_MESSAGES|{'max_tokens':5,'messages':[{'role':'user','content':'u'},{'role':'assistant','content':[{'type':'tool_use','id':'toolu_1','name':'f','input':{}}]},{'role':'user','content':[{'type':'tool_result','tool_use_id':'toolu_1','content':'1'}]}]}",
                "OPENAI_RESPONSES|{'max_output_tokens':5,'input':[{'role':'user','content':'u'},{'type':'function_call','call_id':'call_1','name':'f','arguments':'{}'},{'type':'function_call_output','call_id':'call_1','output':'1'}]}",
                "GEMINI_GENERATE|{'generationConfig':{'maxOutputTokens':5,'seed':3},'contents':[{'parts':[{'text':'u'}]},{'role':'model','parts':[{'functionCall':{'name':'f'},'thoughtSignature':'AAAA'}]},{'parts':[{'functionResponse':{'name':'f','response':{'output':'1'}}}]}]}",
                "BEDROCK_CONVERSE|{'inferenceConfig':{'maxTokens':5},'messages':[{'role':'user','content':[{'text':'u'}]},{'role':'assistant','content':[{'toolUse':{'toolUseId':'tooluse_1','name':'f','input':{}}}]},{'role':'user','content':[{'toolResult':{'toolUseId':'tooluse_1','content':[{'text':'1'}]}}]}]}",
                "COHERE_CHAT|{'max_tokens':5,'seed':3,'messages':[{'role':'user','content':'u'},{'role':'assistant','tool_calls':[{'id':'f_1','type':'function','function':{'name':'f','arguments':'{}'}}]},{'role':'tool','tool_call_id':'f_1','content':'1'}]}",
                "OLLAMA_CHAT|{'options':{'num_predict':5,'seed':3},'messages':[{'role':'user','content':'u'},{'role':'assistant','content':'','thinking':'t','tool_calls':[{'function':{'name':'f','arguments':{}}}]},{'role':'tool','tool_name':'f','content':'1'}]}",
            })
    void takesWhatWasTranslatedFromEveryDialect(Dialect dialect, String payload) throws Exception {
        // Given
        JsonNode request = Json.MAPPER.readTree(payload.replace('\'', '"'));
        byte[] translated = Json.bytes(
                RequestTranslator.translate(Codecs.of(dialect), request, Codecs.of(Dialect.OPENAI_CHAT), Set.of()));

        // When
        JsonNode adapted = Json.MAPPER.readTree(new MistralRequest(new Losses(Set.of(), "Mistral")).adapt(translated));

        // Then
        assertThat(adapted.path("max_tokens").asInt()).isEqualTo(5);
        assertThat(adapted.path("random_seed"))
                .isEqualTo(request.findValue("seed") == null ? MissingNode.getInstance() : request.findValue("seed"));
        assertThat(adapted.has("seed") || adapted.has("max_completion_tokens")).isFalse();
        assertThat(adapted.at("/messages/1/tool_calls/0/id").asText()).matches("[a-zA-Z0-9]{9}");
        assertThat(adapted.at("/messages/2/tool_call_id")).isEqualTo(adapted.at("/messages/1/tool_calls/0/id"));
        assertThat(adapted.at("/messages/1").has("reasoning_content")).isFalse();
        assertThat(adapted.toString()).doesNotContain("reasoning_details");
    }

    private static String adapt(String payload, Set<String> mayLose) throws LlmException {
        byte[] bytes = payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return new String(new MistralRequest(new Losses(mayLose, "Mistral")).adapt(bytes), StandardCharsets.UTF_8);
    }
}
