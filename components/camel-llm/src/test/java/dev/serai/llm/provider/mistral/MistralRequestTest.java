/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

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

    private static String adapt(String payload, Set<String> mayLose) throws LlmException {
        byte[] bytes = payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return new String(new MistralRequest(new Losses(mayLose, "Mistral")).adapt(bytes), StandardCharsets.UTF_8);
    }
}
