/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** E2: what a vendor does not take is renamed where nothing is lost, and refused by name where something would be. */
class VendorRequestTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "deepseek | {'max_completion_tokens':9}              | {'max_tokens':9}",
                "deepseek | {'max_completion_tokens':9,'max_tokens':8} | {'max_tokens':8}",
                "together | {'max_completion_tokens':9}              | {'max_tokens':9}",
                "deepseek | {'messages':[{'role':'developer','content':'a'}]} | {'messages':[{'role':'system','content':'a'}]}",
                "deepseek | {'response_format':{'type':'json_object'}} | {'response_format':{'type':'json_object'}}",
                "deepseek | {'messages':[{'role':'assistant','reasoning_content':'a'}]} | {'messages':[{'role':'assistant','reasoning_content':'a'}]}",
                "groq     | {'messages':[{'role':'assistant','reasoning_content':'a'}]} | {'messages':[{'role':'assistant','reasoning':'a'}]}",
                "groq     | {'messages':[{'role':'assistant','reasoning_content':null}]} | {'messages':[{'role':'assistant'}]}",
                "groq     | {'n':1,'logprobs':false}                 | {'n':1}",
                "groq     | {'service_tier':'default'}               | {'service_tier':'on_demand'}",
                "groq     | {'service_tier':'flex'}                  | {'service_tier':'flex'}",
                "groq     | {'max_completion_tokens':9}              | {'max_completion_tokens':9}",
            })
    void takenUnderAnotherName(String provider, String sent, String arrives) throws Exception {
        // When
        byte[] adapted = adapt(provider, json(sent), Set.of());

        // Then
        assertThat(tree(new String(adapted, StandardCharsets.UTF_8))).isEqualTo(tree(json(arrives)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "groq     | {'logprobs':true}                 | logprobs     | {}",
                "groq     | {'top_logprobs':2}                | top_logprobs | {}",
                "groq     | {'logit_bias':{'1':2}}            | logit_bias   | {}",
                "groq     | {'n':2}                           | n            | {}",
                "groq     | {'service_tier':'priority'}       | service_tier | {}",
                "groq     | {'messages':[{'role':'user','name':'x','content':'a'}]} | name | {'messages':[{'role':'user','content':'a'}]}",
                "groq     | {'messages':[{'role':'assistant','reasoning_details':[{}]}]} | reasoning_details | {'messages':[{'role':'assistant'}]}",
                "deepseek | {'response_format':{'type':'json_schema','json_schema':{'schema':{}}}} | response_format.json_schema | {'response_format':{'type':'json_object'}}",
            })
    void refusedByNameUnlessItMayBeLost(String provider, String sent, String field, String arrives) throws Exception {
        // When
        LlmException refused = catchThrowableOfType(LlmException.class, () -> adapt(provider, json(sent), Set.of()));
        byte[] adapted = adapt(provider, json(sent), Set.of(field));

        // Then
        assertThat(refused.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused.reason()).contains(field).contains(provider);
        assertThat(tree(new String(adapted, StandardCharsets.UTF_8))).isEqualTo(tree(json(arrives)));
    }

    /** Bytes that need no change are not touched, not even those between the fields. */
    @Test
    void whatNeedsNoChangeStaysAsItIs() throws Exception {
        // Given
        byte[] payload = json("{ 'model' : 'm',\n 'messages':[ {'role':'user', 'content':'a'} ],  'x':1.0 }")
                .getBytes(StandardCharsets.UTF_8);

        // When / Then
        for (Vendor vendor : Vendors.ALL) {
            assertThat(new VendorRequest(vendor.fields(), new Losses(Set.of(), "x")).adapt(payload))
                    .as(vendor.name())
                    .isEqualTo(payload);
        }
    }

    private static byte[] adapt(String name, String payload, Set<String> mayLose) throws LlmException {
        LlmProvider provider = Providers.of(name);
        return provider.adapt(payload.getBytes(StandardCharsets.UTF_8), new Losses(mayLose, name));
    }

    private static JsonNode tree(String json) throws JsonProcessingException {
        return new ObjectMapper().readTree(json);
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
