/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;

import static dev.serai.llm.dialect.CodecFixture.json;
import static dev.serai.llm.dialect.Translations.translate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Requests of OpenAI and Anthropic for Bedrock, Cohere and Ollama, and back. */
class ProviderTranslationTest {
    private static final DialectCodec OPENAI = Codecs.of(Dialect.OPENAI_CHAT);
    private static final DialectCodec ANTHROPIC = Codecs.of(Dialect.ANTHROPIC_MESSAGES);
    private static final DialectCodec BEDROCK = Codecs.of(Dialect.BEDROCK_CONVERSE);
    private static final DialectCodec COHERE = Codecs.of(Dialect.COHERE_CHAT);
    private static final DialectCodec OLLAMA = Codecs.of(Dialect.OLLAMA_CHAT);

    private static final String CALL = "{'id':'c1','type':'function','function':{'name':'f','arguments':'{}'}}";
    private static final String SCHEMA = "{'type':'object'}";

    private static String openAi(String more) {
        return "{'messages':[{'role':'system','content':'s'},{'role':'user','content':[{'type':'text','text':'u'},"
                + "{'type':'image_url','image_url':{'url':'data:image/png;base64,iVBORw=='}}]},"
                + "{'role':'assistant','content':'a','tool_calls':[" + CALL + "]},"
                + "{'role':'tool','tool_call_id':'c1','content':'1'},{'role':'user','content':'go on'}],"
                + "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':" + SCHEMA + "}}]"
                + ",'max_completion_tokens':11,'temperature':0.5,'top_p':0.9,'stop':['x']" + more + "}";
    }

    private static final String ANTHROPIC_REQUEST = "{'max_tokens':11,'system':'s','messages':["
            + "{'role':'user','content':[{'type':'text','text':'u','cache_control':{'type':'ephemeral','ttl':'1h'}},"
            + "{'type':'document','title':'a.pdf','source':{'type':'base64','media_type':'application/pdf','data':'AA=='}}]},"
            + "{'role':'assistant','content':[{'type':'thinking','thinking':'r','signature':'sig'},"
            + "{'type':'redacted_thinking','data':'enc'},{'type':'tool_use','id':'c1','name':'f','input':{'k':1}}]},"
            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'1','is_error':true}]}],"
            + "'tools':[{'name':'f','description':'d','input_schema':{'type':'object'},'strict':true}],"
            + "'tool_choice':{'type':'any'},'temperature':0.5,'stop_sequences':['x'],"
            + "'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}},'effort':'low'}}";

    @Test
    void openAiToBedrockAndBack() throws Exception {
        JsonNode request = json(openAi(",'tool_choice':'required','reasoning_effort':'low'"));

        JsonNode there = translate(OPENAI, request, BEDROCK);

        assertSame(
                there,
                "{'system':[{'text':'s'}],'messages':[{'role':'user','content':[{'text':'u'},"
                        + "{'image':{'format':'png','source':{'bytes':'iVBORw=='}}}]},"
                        + "{'role':'assistant','content':[{'text':'a'},{'toolUse':{'toolUseId':'c1','name':'f','input':{}}}]},"
                        + "{'role':'user','content':[{'toolResult':{'toolUseId':'c1','content':[{'text':'1'}]}},{'text':'go on'}]}],"
                        + "'toolConfig':{'tools':[{'toolSpec':{'name':'f','description':'d','inputSchema':{'json':{'type':'object'}}}}],"
                        + "'toolChoice':{'any':{}}},'inferenceConfig':{'maxTokens':11,'temperature':0.5,'topP':0.9,"
                        + "'stopSequences':['x']},'outputConfig':{'effort':'low'}}");
        Translations.assertSame(translate(BEDROCK, there, OPENAI), request);
    }

    @Test
    void anthropicToBedrockAndBack() throws Exception {
        JsonNode there = translate(ANTHROPIC, json(ANTHROPIC_REQUEST), BEDROCK);

        assertSame(
                there.get("messages"),
                "[{'role':'user','content':[{'text':'u'},{'cachePoint':{'type':'default','ttl':'1h'}},"
                        + "{'document':{'format':'pdf','name':'a-pdf','source':{'bytes':'AA=='}}}]},"
                        + "{'role':'assistant','content':["
                        + "{'reasoningContent':{'reasoningText':{'text':'r','signature':'sig'}}},"
                        + "{'reasoningContent':{'redactedContent':'enc'}},"
                        + "{'toolUse':{'toolUseId':'c1','name':'f','input':{'k':1}}}]},"
                        + "{'role':'user','content':[{'toolResult':{'toolUseId':'c1','content':[{'text':'1'}],'status':'error'}}]}]");
        assertThat(there.at("/outputConfig/textFormat/structure/jsonSchema/schema")
                        .textValue())
                .isEqualTo("{\"type\":\"object\"}");
        assertSame(
                translate(BEDROCK, there, ANTHROPIC), ANTHROPIC_REQUEST.replace("'title':'a.pdf'", "'title':'a-pdf'"));
    }

    @Test
    void thinkingGoesWhereTheModelFindsIt() throws Exception {
        JsonNode request = json("{'max_tokens':9,'thinking':{'type':'enabled','budget_tokens':1024},"
                + "'messages':[{'role':'user','content':'u'}]}");

        assertSame(
                translate(ANTHROPIC, request, BEDROCK).get("additionalModelRequestFields"),
                "{'thinking':{'type':'enabled','budget_tokens':1024}}");
        assertSame(translate(ANTHROPIC, request, COHERE).get("thinking"), "{'type':'enabled','token_budget':1024}");
    }

    @Test
    void openAiToCohereAndBack() throws Exception {
        JsonNode request = json(openAi(",'tool_choice':'required','seed':3,'frequency_penalty':0.5"));

        JsonNode there = translate(OPENAI, request, COHERE);

        assertSame(
                there,
                "{'messages':[{'role':'system','content':'s'},{'role':'user','content':[{'type':'text','text':'u'},"
                        + "{'type':'image_url','image_url':{'url':'data:image/png;base64,iVBORw=='}}]},"
                        + "{'role':'assistant','tool_plan':'a','tool_calls':[" + CALL + "]},"
                        + "{'role':'tool','tool_call_id':'c1','content':'1'},{'role':'user','content':'go on'}],"
                        + "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':" + SCHEMA
                        + "}}],'tool_choice':'REQUIRED','max_tokens':11,'temperature':0.5,'p':0.9,"
                        + "'frequency_penalty':0.5,'seed':3,'stop_sequences':['x']}");
        Translations.assertSame(translate(COHERE, there, OPENAI), request);
    }

    @Test
    void openAiToOllamaAndBack() throws Exception {
        JsonNode request = json(openAi(",'seed':3,'reasoning_effort':'high','response_format':{'type':'json_object'}"));

        JsonNode there = translate(OPENAI, request, OLLAMA);

        assertSame(
                there,
                "{'messages':[{'role':'system','content':'s'},{'role':'user','images':['iVBORw=='],'content':'u'},"
                        + "{'role':'assistant','tool_calls':[{'id':'c1','function':{'name':'f','arguments':{}}}],'content':'a'},"
                        + "{'role':'tool','content':'1','tool_name':'f','tool_call_id':'c1'},{'role':'user','content':'go on'}],"
                        + "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':" + SCHEMA
                        + "}}],'format':'json','options':{'num_predict':11,'temperature':0.5,'top_p':0.9,'seed':3,"
                        + "'stop':['x']},'think':'high'}");
        JsonNode back = translate(OLLAMA, there, OPENAI);
        Translations.assertSame(back, request);
    }

    @Test
    void anAnthropicRequestBecomesOneOfCohereAndOllama() throws Exception {
        JsonNode request = json("{'max_tokens':9,'system':'s','messages':[{'role':'user','content':'u'}],"
                + "'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}}}}");

        assertSame(
                translate(ANTHROPIC, request, COHERE),
                "{'messages':[{'role':'system','content':'s'},{'role':'user','content':'u'}],"
                        + "'response_format':{'type':'json_object','json_schema':{'type':'object'}},'max_tokens':9}");
        JsonNode ollama = translate(ANTHROPIC, request, OLLAMA);
        assertSame(
                ollama,
                "{'messages':[{'role':'system','content':'s'},{'role':'user','content':'u'}],"
                        + "'format':{'type':'object'},'options':{'num_predict':9}}");
        Translations.assertSame(translate(OLLAMA, ollama, ANTHROPIC), request);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "BEDROCK_CONVERSE|'seed':1|seed",
                "BEDROCK_CONVERSE|'temperature':1.5|temperature",
                "BEDROCK_CONVERSE|'frequency_penalty':0.1|frequency_penalty",
                "BEDROCK_CONVERSE|'response_format':{'type':'json_object'}|response_format",
                "BEDROCK_CONVERSE|'reasoning_effort':'minimal'|reasoning_effort",
                "BEDROCK_CONVERSE|'top_k':3|top_k",
                "BEDROCK_CONVERSE|'some_new_field':1|some_new_field",
                "COHERE_CHAT|'temperature':1.5|temperature",
                "COHERE_CHAT|'top_p':1|top_p",
                "COHERE_CHAT|'presence_penalty':-1|presence_penalty",
                "COHERE_CHAT|'presence_penalty':0.1,'frequency_penalty':0.1|presence_penalty",
                "COHERE_CHAT|'reasoning_effort':'low'|reasoning_effort",
                "COHERE_CHAT|'user':'u'|user",
                "OLLAMA_CHAT|'reasoning_effort':'minimal'|reasoning_effort",
                "OLLAMA_CHAT|'user':'u'|user",
                "OLLAMA_CHAT|'logit_bias':{'1':2}|logit_bias",
            })
    void whatCannotBeExpressedIsRefusedByNameUnlessItMayBeLost(Dialect target, String fields, String name)
            throws LlmException {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}]," + fields + "}");

        assertRefused(request, target, name);
        assertThat(RequestTranslator.translate(OPENAI, request, Codecs.of(target), Set.of(name))
                        .path("messages")
                        .size())
                .isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "BEDROCK_CONVERSE|{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://x'}}]}|image_url",
                "BEDROCK_CONVERSE|{'role':'user','content':[{'type':'input_audio','input_audio':{'data':'AA==','format':'wav'}}]}|input_audio",
                "BEDROCK_CONVERSE|{'role':'system','content':'late'}|messages",
                "BEDROCK_CONVERSE|{'role':'user','name':'ann','content':'x'}|name",
                "BEDROCK_CONVERSE|{'role':'assistant','tool_calls':[{'id':'c','type':'function','function':{'name':'f'}}]}|tool_calls",
                "COHERE_CHAT|{'role':'user','content':[{'type':'file','file':{'file_id':'x'}}]}|file",
                "COHERE_CHAT|{'role':'user','content':[{'type':'text','text':'x','cache_control':{'type':'e'}}]}|cache_control",
                "OLLAMA_CHAT|{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://x'}}]}|image_url",
                "OLLAMA_CHAT|{'role':'user','content':[{'type':'file','file':{'file_id':'x'}}]}|file",
            })
    void whatCannotBeExpressedInAMessageIsRefusedByName(Dialect target, String message, String name)
            throws LlmException {
        assertRefused(json("{'messages':[{'role':'user','content':'u'}," + message + "]}"), target, name);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "BEDROCK_CONVERSE|'parallel_tool_calls':false|parallel_tool_calls",
                "COHERE_CHAT|'parallel_tool_calls':false|parallel_tool_calls",
                "COHERE_CHAT|'tool_choice':{'type':'function','function':{'name':'f'}}|tool_choice",
                "COHERE_CHAT|'response_format':{'type':'json_object'}|response_format",
                "OLLAMA_CHAT|'tool_choice':'required'|tool_choice",
                "OLLAMA_CHAT|'parallel_tool_calls':false|parallel_tool_calls",
            })
    void whatCannotBeSaidOfToolsIsRefusedByName(Dialect target, String fields, String name) throws LlmException {
        String tools =
                "'tools':[{'type':'function','function':{'name':'f'}},{'type':'function','function':{'name':'g'}}]";
        assertRefused(json("{'messages':[{'role':'user','content':'u'}]," + tools + "," + fields + "}"), target, name);
    }

    @Test
    void toolsThatMustNotBeCalledAreNotNamed() throws Exception {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}],'tool_choice':'none',"
                + "'tools':[{'type':'function','function':{'name':'f'}}]}");

        assertSame(translate(OPENAI, request, BEDROCK), "{'messages':[{'role':'user','content':[{'text':'u'}]}]}");
        assertSame(translate(OPENAI, request, OLLAMA), "{'messages':[{'role':'user','content':'u'}]}");
        assertThat(translate(OPENAI, request, COHERE).path("tool_choice").asText())
                .isEqualTo("NONE");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "BEDROCK_CONVERSE|{'model':'x','stream':true,'messages':[]}|{'messages':[],'inferenceConfig':{'maxTokens':9,'temperature':0.5},'outputConfig':{'effort':'low'}}",
                "BEDROCK_CONVERSE|{'inferenceConfig':{'maxTokens':5,'topP':1}}|{'inferenceConfig':{'maxTokens':5,'topP':1,'temperature':0.5},'outputConfig':{'effort':'low'}}",
                "OLLAMA_CHAT|{'model':'x','options':{'num_predict':-1}}|{'model':'m','options':{'num_predict':9,'temperature':0.5},'stream':false,'think':'low'}",
                "OLLAMA_CHAT|{'model':'x','options':{'num_predict':5},'stream':true}|{'model':'m','options':{'num_predict':5,'temperature':0.5},'stream':false,'think':'low'}",
            })
    void editsStandWhereTheDialectWantsThem(Dialect dialect, String before, String after) throws Exception {
        NativeEdits edits = new NativeEdits("m", 9, "x", 0.5, "low", false);

        byte[] edited = Codecs.of(dialect).edit(Json.bytes(json(before)), edits);

        assertSame(Json.MAPPER.readTree(edited), after);
    }

    @Test
    void cohereTakesNoEffort() throws Exception {
        byte[] payload = Json.bytes(json("{'max_tokens':12}"));

        assertSame(
                Json.MAPPER.readTree(COHERE.edit(payload, new NativeEdits("m", 9, "x", 0.5, "none", false))),
                "{'max_tokens':9,'model':'m','temperature':0.5,'thinking':{'type':'disabled'}}");
        assertThatThrownBy(() -> COHERE.edit(payload, new NativeEdits("m", 9, "x", 0.5, "low", false)))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.field()).isEqualTo("reasoning_effort"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "BEDROCK_CONVERSE|{'messages':[{'role':'user','content':[{'text':'four'},{'image':{'source':{'bytes':'xx'}}},{'cachePoint':{}}]}]}|prompt_cache vision",
                "BEDROCK_CONVERSE|{'messages':[{'role':'user','content':[{'text':'four'},{'document':{}}]}],'toolConfig':{'tools':[{'toolSpec':{}},{'systemTool':{}}]}}|files server_tools tools",
                "COHERE_CHAT|{'messages':[{'role':'user','content':'four'}],'documents':[1],'thinking':{'type':'enabled'},'response_format':{'type':'json_object'}}|citations json_object reasoning",
                "OLLAMA_CHAT|{'messages':[{'role':'user','content':'four','images':['xx']}],'format':{'type':'object'},'think':true}|json_schema reasoning vision",
            })
    void aSummarySaysWhatIsAskedFor(Dialect dialect, String request, String features) throws LlmException {
        RequestSummary summary = Codecs.of(dialect).summarize(json(request));

        assertThat(summary.features()).containsExactlyInAnyOrder(features.split(" "));
        assertThat(summary.promptChars()).isBetween(4L, 16L);
        assertThat(summary.stream()).isEqualTo(dialect == Dialect.OLLAMA_CHAT);
    }

    private static void assertRefused(JsonNode request, Dialect target, String field) {
        Translations.assertRefused(OPENAI, request, Codecs.of(target), field);
    }

    private static void assertSame(JsonNode actual, String expected) throws Exception {
        Translations.assertSame(actual, json(expected));
    }
}
