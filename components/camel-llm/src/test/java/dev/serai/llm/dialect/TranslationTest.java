/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.json;
import static dev.serai.llm.dialect.Translations.assertRefused;
import static dev.serai.llm.dialect.Translations.assertSame;
import static dev.serai.llm.dialect.Translations.translate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TranslationTest {
    private static final DialectCodec OPENAI = Codecs.of(Dialect.OPENAI_CHAT);
    private static final DialectCodec ANTHROPIC = Codecs.of(Dialect.ANTHROPIC_MESSAGES);

    private static final String OPENAI_REQUEST = "{'messages':[{'role':'system','content':'s'},"
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
            + "'temperature':0.5,'top_p':0.9,'stop':['x'],'max_completion_tokens':11,'reasoning_effort':'low','user':'u1'}";

    private static final String ANTHROPIC_REQUEST = "{'max_tokens':11,'system':'s',"
            + "'messages':[{'role':'user','content':[{'type':'text','text':'u'},"
            + "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AA=='}},"
            + "{'type':'image','source':{'type':'url','url':'https://x/y.png'}},"
            + "{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'AA=='},'title':'a.pdf'}]},"
            + "{'role':'assistant','content':[{'type':'text','text':'a'},{'type':'tool_use','id':'c1','name':'f','input':{}},"
            + "{'type':'tool_use','id':'c2','name':'g','input':{}}]},"
            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'1'},"
            + "{'type':'tool_result','tool_use_id':'c2','content':'2'},{'type':'text','text':'go on'}]}],"
            + "'tools':[{'name':'f','description':'d','input_schema':{'type':'object'},'strict':true}],"
            + "'tool_choice':{'type':'any','disable_parallel_tool_use':true},'temperature':0.5,'top_p':0.9,"
            + "'stop_sequences':['x'],'thinking':{'type':'adaptive'},"
            + "'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}},'effort':'low'},"
            + "'metadata':{'user_id':'u1'}}";

    @Test
    void anOpenAiRequestBecomesAnAnthropicOneAndComesBack() throws Exception {
        JsonNode there = translate(OPENAI, json(OPENAI_REQUEST), ANTHROPIC);

        assertSame(there, json(ANTHROPIC_REQUEST));
        assertSame(translate(ANTHROPIC, there, OPENAI), json(OPENAI_REQUEST));
    }

    @Test
    void anAnthropicRequestBecomesAnOpenAiOneAndComesBack() throws Exception {
        JsonNode there = translate(ANTHROPIC, json(ANTHROPIC_REQUEST), OPENAI);

        assertSame(there, json(OPENAI_REQUEST));
        assertSame(translate(OPENAI, there, ANTHROPIC), json(ANTHROPIC_REQUEST));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'seed':1|seed",
                "'logprobs':true|logprobs",
                "'top_logprobs':2|top_logprobs",
                "'logit_bias':{'1':2}|logit_bias",
                "'n':2|n",
                "'frequency_penalty':0.1|frequency_penalty",
                "'presence_penalty':0.1|presence_penalty",
                "'service_tier':'flex'|service_tier",
                "'store':true|store",
                "'metadata':{'a':'b'}|metadata",
                "'prediction':{'type':'content'}|prediction",
                "'modalities':['text','audio']|modalities",
                "'audio':{'voice':'x'}|audio",
                "'web_search_options':{'x':1}|web_search_options",
                "'temperature':1.5|temperature",
                "'response_format':{'type':'json_object'}|response_format",
                "'reasoning_effort':'minimal'|reasoning_effort",
                "'tools':[{'type':'custom','custom':{'name':'x'}}]|tools",
                "'tool_choice':{'type':'allowed_tools'}|tool_choice",
                "'functions':[{'name':'f'}]|functions",
                "'some_new_field':1|some_new_field",
            })
    void whatAnthropicCannotExpressIsRefusedByNameUnlessItMayBeLost(String fields, String name) throws Exception {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}]," + fields + "}");

        assertRefused(OPENAI, request, ANTHROPIC, name);
        assertSame(
                RequestTranslator.translate(OPENAI, request, ANTHROPIC, Set.of(name)),
                json("{'max_tokens':4096,'messages':[{'role':'user','content':'u'}]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'role':'user','content':[{'type':'input_audio','input_audio':{'data':'AA==','format':'wav'}}]}|input_audio",
                "{'role':'user','content':[{'type':'file','file':{'file_id':'x'}}]}|file.file_id",
                "{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://x','detail':'low'}}]}|image_url.detail",
                "{'role':'user','name':'ann','content':'x'}|name",
                "{'role':'assistant','content':'x','audio':{'id':'y'}}|audio",
                "{'role':'assistant','content':'x','reasoning_content':'unsigned'}|reasoning_content",
                "{'role':'system','content':'late'}|messages",
                "{'role':'function','name':'f','content':'x'}|function",
            })
    void whatAnthropicCannotExpressInAMessageIsRefusedByName(String message, String name) throws LlmException {
        assertRefused(OPENAI, json("{'messages':[{'role':'user','content':'u'}," + message + "]}"), ANTHROPIC, name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'top_k':5|top_k",
                "'mcp_servers':[{'url':'x'}]|mcp_servers",
                "'container':'c'|container",
                "'cache_control':{'type':'ephemeral'}|cache_control",
                "'tools':[{'type':'web_search_20250305','name':'web_search'}]|tools",
                "'tools':[{'name':'f','input_schema':{},'cache_control':{'type':'ephemeral'}}]|cache_control",
                "'thinking':{'type':'enabled','budget_tokens':2000}|thinking.budget_tokens",
                "'thinking':{'type':'adaptive','display':'omitted'}|thinking.display",
                "'stop_sequences':['1','2','3','4','5']|stop_sequences",
                "'system':[{'type':'text','text':'s','cache_control':{'type':'ephemeral'}}]|cache_control",
            })
    void whatOpenAiCannotExpressIsRefusedByNameUnlessItMayBeLost(String fields, String name) throws LlmException {
        JsonNode request = json("{'max_tokens':5,'messages':[{'role':'user','content':'u'}]," + fields + "}");

        assertRefused(ANTHROPIC, request, OPENAI, name);
        ObjectNode written = RequestTranslator.translate(ANTHROPIC, request, OPENAI, Set.of(name));
        assertThat(written.toString()).contains("\"u\"").doesNotContain("cache_control", "budget");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'tool_result','tool_use_id':'c','content':'x','is_error':true}|is_error",
                "{'type':'tool_result','tool_use_id':'c','content':[{'type':'image','source':{'type':'url','url':'x'}}]}|tool_result.content",
                "{'type':'tool_result','tool_use_id':'c','content':'x','cache_control':{'type':'ephemeral'}}|cache_control",
                "{'type':'document','source':{'type':'text','data':'x'}}|document",
                "{'type':'document','source':{'type':'url','url':'x'}}|document",
                "{'type':'document','source':{'type':'base64','media_type':'a/b','data':''},'citations':{'enabled':true}}|citations",
                "{'type':'container_upload','file_id':'x'}|container_upload",
                "{'type':'text','text':'x','citations':[{'type':'page_location'}]}|citations",
            })
    void whatOpenAiCannotExpressInAMessageIsRefusedByName(String block, String name) throws LlmException {
        JsonNode request = json("{'max_tokens':5,'messages':[{'role':'user','content':[" + block + "]}]}");

        assertRefused(ANTHROPIC, request, OPENAI, name);
        RequestTranslator.translate(ANTHROPIC, request, OPENAI, Set.of(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'n':1,'logprobs':false,'stream':true,'stream_options':{'include_usage':true},'parallel_tool_calls':true",
                "'store':false,'service_tier':'auto','response_format':{'type':'text'},'logit_bias':{},'metadata':null",
                "'frequency_penalty':0,'presence_penalty':0,'modalities':['text'],'tools':[],'top_logprobs':null"
            })
    void defaultsAreNoReasonToRefuse(String fields) throws Exception {
        JsonNode request = json("{'model':'m','messages':[{'role':'user','content':'u'}]," + fields + "}");

        assertSame(
                translate(OPENAI, request, ANTHROPIC),
                json("{'max_tokens':4096,'messages':[{'role':'user','content':'u'}]}"));
    }

    @Test
    void rolesAlternateAndResultsComeFirst() throws Exception {
        JsonNode request = json(
                "{'messages':[{'role':'developer','content':'d'},{'role':'user','content':'1'},"
                        + "{'role':'user','content':'2'},{'role':'assistant','content':null,'tool_calls':"
                        + "[{'id':'c','type':'function','function':{'name':'f','arguments':''}}]},"
                        + "{'role':'user','content':'wait'},{'role':'tool','tool_call_id':'c','content':[{'type':'text','text':'r'}]}]}");

        assertSame(
                translate(OPENAI, request, ANTHROPIC),
                json("{'max_tokens':4096,'system':'d','messages':["
                        + "{'role':'user','content':[{'type':'text','text':'1'},{'type':'text','text':'2'}]},"
                        + "{'role':'assistant','content':[{'type':'tool_use','id':'c','name':'f','input':{}}]},"
                        + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':'r'},"
                        + "{'type':'text','text':'wait'}]}]}"));
    }

    @Test
    void aPrefillIsRefused() throws LlmException {
        assertRefused(
                ANTHROPIC,
                json("{'max_tokens':5,'messages':[{'role':'user','content':'u'},{'role':'assistant','content':'{'}]}"),
                OPENAI,
                "messages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\\'a\\':", "1", "nonsense"})
    void argumentsThatAreNoObjectAreInvalid(String arguments) {
        JsonNode request = json("{'messages':[{'role':'assistant','tool_calls':[{'id':'c','type':'function',"
                + "'function':{'name':'f','arguments':'" + arguments.replace("\\'", "\\\"") + "'}}]}]}");

        assertThatThrownBy(() -> OPENAI.readRequest(request)).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.INVALID_REQUEST);
            assertThat(e.field()).isEqualTo("messages[0].tool_calls[0].function.arguments");
        });
    }

    @Test
    void anAnswerKeepsWhatBothDialectsHave() throws Exception {
        JsonNode answer = json("{'id':'msg_1','type':'message','role':'assistant','model':'m','content':["
                + "{'type':'thinking','thinking':'r','signature':'sig'},{'type':'redacted_thinking','data':'enc'},"
                + "{'type':'text','text':'a'},{'type':'tool_use','id':'c','name':'f','input':{'k':1}}],"
                + "'stop_reason':'tool_use','stop_sequence':null,'usage':{'input_tokens':1,'cache_creation_input_tokens':2,"
                + "'cache_read_input_tokens':3,'output_tokens':9,'output_tokens_details':{'thinking_tokens':4}}}");

        ObjectNode there = OPENAI.writeAnswer(ANTHROPIC.readAnswer(answer, ERRORS));

        assertThat(there.remove("created").asLong()).isPositive();
        assertSame(
                there,
                json("{'id':'msg_1','object':'chat.completion','model':'m','choices':[{'index':0,'message':{"
                        + "'role':'assistant','reasoning_content':'r','reasoning_details':["
                        + "{'type':'reasoning.text','text':'r','signature':'sig','index':0},"
                        + "{'type':'reasoning.encrypted','data':'enc','index':1}],'content':'a','refusal':null,"
                        + "'tool_calls':[{'id':'c','type':'function','function':{'name':'f','arguments':'{\\'k\\':1}'}}]},"
                                .replace("\\'", "\\\"")
                        + "'logprobs':null,'finish_reason':'tool_calls'}],'usage':{'prompt_tokens':6,'completion_tokens':9,"
                        + "'total_tokens':15,'prompt_tokens_details':{'cached_tokens':3,'cache_write_tokens':2},"
                        + "'completion_tokens_details':{'reasoning_tokens':4}}}"));
        assertSame(ANTHROPIC.writeAnswer(OPENAI.readAnswer(there, ERRORS)), answer);
    }

    @Test
    void aRefusalCrossesBothWays() throws LlmException {
        JsonNode refused = json("{'id':'i','model':'m','choices':[{'index':0,'finish_reason':'stop','message':"
                + "{'role':'assistant','content':null,'refusal':'never'}}]}");

        ObjectNode there = ANTHROPIC.writeAnswer(OPENAI.readAnswer(refused, ERRORS));
        JsonNode back = OPENAI.writeAnswer(ANTHROPIC.readAnswer(there, ERRORS));

        assertThat(there.path("stop_reason").asText()).isEqualTo("refusal");
        assertThat(there.at("/stop_details/explanation").asText()).isEqualTo("never");
        assertThat(back.at("/choices/0/message/refusal").asText()).isEqualTo("never");
        assertThat(back.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
    }
}
