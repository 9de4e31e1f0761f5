/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.RequestTranslator;

import static dev.serai.llm.dialect.CodecFixture.json;
import static dev.serai.llm.dialect.Translations.assertRefused;
import static dev.serai.llm.dialect.Translations.assertSame;
import static dev.serai.llm.dialect.Translations.translate;
import static org.assertj.core.api.Assertions.assertThat;

class ResponsesTranslationTest {
    private static final DialectCodec RESPONSES = Codecs.of(Dialect.OPENAI_RESPONSES);
    private static final DialectCodec CHAT = Codecs.of(Dialect.OPENAI_CHAT);
    private static final DialectCodec ANTHROPIC = Codecs.of(Dialect.ANTHROPIC_MESSAGES);

    private static final String RESPONSES_REQUEST = "{'instructions':'s','input':["
            + "{'role':'user','content':[{'type':'input_text','text':'u'},"
            + "{'type':'input_image','image_url':'data:image/png;base64,AA=='},"
            + "{'type':'input_image','image_url':'https://x/y.png'},"
            + "{'type':'input_file','filename':'a.pdf','file_data':'data:application/pdf;base64,AA=='}]},"
            + "{'role':'assistant','content':'a'},"
            + "{'type':'function_call','call_id':'c1','name':'f','arguments':'{}'},"
            + "{'type':'function_call','call_id':'c2','name':'g','arguments':'{}'},"
            + "{'type':'function_call_output','call_id':'c1','output':'1'},"
            + "{'type':'function_call_output','call_id':'c2','output':'2'},{'role':'user','content':'go on'}],"
            + "'tools':[{'type':'function','name':'f','description':'d','parameters':{'type':'object'},'strict':true}],"
            + "'tool_choice':'required','parallel_tool_calls':false,"
            + "'text':{'format':{'type':'json_schema','name':'answer','schema':{'type':'object'},'strict':true}},"
            + "'temperature':0.5,'top_p':0.9,'max_output_tokens':11,'reasoning':{'effort':'low'},"
            + "'include':['reasoning.encrypted_content'],'user':'u1','store':false}";

    private static final String CHAT_REQUEST = "{'messages':[{'role':'system','content':'s'},"
            + "{'role':'user','content':[{'type':'text','text':'u'},"
            + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AA=='}},"
            + "{'type':'image_url','image_url':{'url':'https://x/y.png'}},"
            + "{'type':'file','file':{'filename':'a.pdf','file_data':'data:application/pdf;base64,AA=='}}]},"
            + "{'role':'assistant','content':'a','tool_calls':["
            + "{'id':'c1','type':'function','function':{'name':'f','arguments':'{}'}},"
            + "{'id':'c2','type':'function','function':{'name':'g','arguments':'{}'}}]},"
            + "{'role':'tool','tool_call_id':'c1','content':'1'},{'role':'tool','tool_call_id':'c2','content':'2'},"
            + "{'role':'user','content':'go on'}],"
            + "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':{'type':'object'},'strict':true}}],"
            + "'tool_choice':'required','parallel_tool_calls':false,"
            + "'response_format':{'type':'json_schema','json_schema':{'name':'answer','schema':{'type':'object'},'strict':true}},"
            + "'temperature':0.5,'top_p':0.9,'max_completion_tokens':11,'reasoning_effort':'low','user':'u1'}";

    @Test
    void aRequestBecomesAChatRequestAndComesBack() throws Exception {
        ObjectNode there = translate(RESPONSES, json(RESPONSES_REQUEST), CHAT);

        assertSame(there, json(CHAT_REQUEST));
        assertSame(translate(CHAT, there, RESPONSES), json(RESPONSES_REQUEST));
    }

    @Test
    void aRequestBecomesAnAnthropicOneAndComesBack() throws Exception {
        ObjectNode there = translate(RESPONSES, json(RESPONSES_REQUEST), ANTHROPIC);

        assertThat(there.path("messages").get(1).path("content")).hasSize(3);
        assertThat(there.at("/messages/2/content")).hasSize(3);
        assertThat(there.at("/tool_choice/disable_parallel_tool_use").asBoolean())
                .isTrue();
        assertSame(translate(ANTHROPIC, there, RESPONSES), json(RESPONSES_REQUEST));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'previous_response_id':'r'|previous_response_id",
                "'conversation':'c'|conversation",
                "'background':true|background",
                "'store':true|store",
                "'prompt':{'id':'p'}|prompt",
                "'truncation':'auto'|truncation",
                "'metadata':{'a':'b'}|metadata",
                "'max_tool_calls':2|max_tool_calls",
                "'include':['web_search_call.results']|include",
                "'reasoning':{'summary':'detailed'}|reasoning.summary",
                "'tools':[{'type':'web_search'}]|tools",
                "'tool_choice':{'type':'web_search'}|tool_choice",
                "'some_new_field':1|some_new_field",
            })
    void whatNeedsStateOrHostedToolsIsRefusedByNameUnlessItMayBeLost(String fields, String name) throws Exception {
        JsonNode request = json("{'input':'u'," + fields + "}");

        for (DialectCodec target : new DialectCodec[] {CHAT, ANTHROPIC}) {
            assertRefused(RESPONSES, request, target, name);
            assertThat(RequestTranslator.translate(RESPONSES, request, target, Set.of(name))
                            .path("messages"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'item_reference','id':'x'}|item_reference",
                "{'type':'reasoning','id':'rs_1','summary':[]}|reasoning",
                "{'type':'web_search_call','id':'ws'}|web_search_call",
                "{'type':'custom_tool_call','call_id':'c','name':'n','input':'x'}|custom_tool_call",
                "{'role':'assistant','phase':'commentary','content':'x'}|phase",
                "{'role':'user','content':[{'type':'input_audio'}]}|input_audio",
                "{'role':'user','content':[{'type':'input_image','file_id':'f'}]}|input_image",
            })
    void itemsThatOnlyResponsesKnowsAreRefusedByName(String item, String name) {
        JsonNode request = json("{'input':[" + item + ",{'role':'user','content':'u'}]}");

        assertRefused(RESPONSES, request, CHAT, name);
        assertRefused(RESPONSES, request, ANTHROPIC, name);
    }

    @Test
    void notesAboutAnEarlierAnswerStayBehind() throws Exception {
        JsonNode request =
                json("{'input':[{'role':'user','content':'u'},{'role':'assistant','content':[{'type':'output_text',"
                        + "'text':'x','annotations':[{'type':'url_citation','url':'https://x'}],"
                        + "'logprobs':[{'token':'x','logprob':-1,'bytes':[120],'top_logprobs':[]}]}]},"
                        + "{'role':'user','content':'v'}]}");

        assertSame(
                translate(RESPONSES, request, CHAT),
                json("{'messages':[{'role':'user','content':'u'},{'role':'assistant','content':'x'},"
                        + "{'role':'user','content':'v'}]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'stop':['x']|stop",
                "'seed':1|seed",
                "'frequency_penalty':0.5|frequency_penalty",
                "'n':2|n",
            })
    void whatResponsesCannotExpressIsRefusedByName(String fields, String name) {
        assertRefused(CHAT, json("{'messages':[{'role':'user','content':'u'}]," + fields + "}"), RESPONSES, name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'text':{'format':{'type':'json_object'}}|text.format",
                "'text':{'verbosity':'low'}|text.verbosity",
                "'top_logprobs':2|top_logprobs",
                "'include':['message.output_text.logprobs']|include",
                "'service_tier':'flex'|service_tier",
                "'metadata':{'a':'b'}|metadata",
                "'user':'u1','safety_identifier':'s1'|safety_identifier",
                "'reasoning':{'effort':'minimal'}|reasoning.effort",
                "'input':[{'role':'user','content':[{'type':'input_image','image_url':'https://x','detail':'low'}]}]|input_image.detail",
                "'input':[{'role':'user','content':[{'type':'input_file','file_id':'x'}]}]|input_file.file_id",
                "'input':[{'type':'reasoning','summary':[{'text':'r'}]},{'role':'user','content':'u'}]|input.reasoning",
                "'input':[{'role':'user','content':'u'},{'role':'system','content':'late'}]|input",
            })
    void theNamesAreThoseOfTheCaller(String fields, String name) throws LlmException {
        JsonNode request = json(fields.contains("'input'") ? "{" + fields + "}" : "{'input':'u'," + fields + "}");

        assertRefused(RESPONSES, request, ANTHROPIC, name);
        assertThat(RequestTranslator.translate(RESPONSES, request, ANTHROPIC, Set.of(name))
                        .has("messages"))
                .isTrue();
    }

    @Test
    void anAnthropicCallersStopSequencesAreRefusedByTheirName() throws LlmException {
        JsonNode request = json("{'max_tokens':5,'messages':[{'role':'user','content':'u'}],'stop_sequences':['x']}");

        assertRefused(ANTHROPIC, request, RESPONSES, "stop_sequences");
        assertThat(RequestTranslator.translate(ANTHROPIC, request, RESPONSES, Set.of("stop_sequences"))
                        .has("stop"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'store':false,'background':false,'truncation':'disabled','service_tier':'auto','stream':true",
                "'text':{'format':{'type':'text'},'verbosity':'medium'},'include':['reasoning.encrypted_content']",
                "'metadata':{},'tools':[],'top_logprobs':0,'previous_response_id':null,'reasoning':{'summary':'auto'}"
            })
    void defaultsAreNoReasonToRefuse(String fields) throws Exception {
        assertSame(
                translate(RESPONSES, json("{'model':'m','input':'u'," + fields + "}"), CHAT),
                json("{'messages':[{'role':'user','content':'u'}]}"));
    }

    @Test
    void toolsThatDoNotSayAreNotStrict() throws Exception {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}],'tools':[{'type':'function',"
                + "'function':{'name':'f','parameters':{'type':'object'}}}]}");

        assertThat(translate(CHAT, request, RESPONSES).at("/tools/0/strict").asBoolean(true))
                .isFalse();
    }

    @Test
    void whoWantsToSeeTheModelThinkGetsTheSummary() throws Exception {
        JsonNode request =
                json("{'max_tokens':5,'messages':[{'role':'user','content':'u'}]," + "'thinking':{'type':'adaptive'}}");

        ObjectNode there = translate(ANTHROPIC, request, RESPONSES);

        assertThat(there.at("/reasoning/summary").asText()).isEqualTo("auto");
        assertThat(there.path("include")).hasSize(1);
    }
}
