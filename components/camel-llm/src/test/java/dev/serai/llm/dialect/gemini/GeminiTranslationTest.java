/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

class GeminiTranslationTest {
    private static final DialectCodec GEMINI = Codecs.of(Dialect.GEMINI_GENERATE);
    private static final DialectCodec OPENAI = Codecs.of(Dialect.OPENAI_CHAT);
    private static final DialectCodec ANTHROPIC = Codecs.of(Dialect.ANTHROPIC_MESSAGES);

    private static final String GEMINI_REQUEST = "{'systemInstruction':{'parts':[{'text':'s'}]},'contents':["
            + "{'role':'user','parts':[{'text':'u'},{'inlineData':{'mimeType':'image/png','data':'AA=='}}]},"
            + "{'role':'model','parts':[{'text':'a'},{'functionCall':{'id':'c1','name':'f','args':{'k':1}}},"
            + "{'functionCall':{'id':'c2','name':'g','args':{}}}]},"
            + "{'role':'user','parts':[{'functionResponse':{'id':'c1','name':'f','response':{'output':'1'}}},"
            + "{'functionResponse':{'id':'c2','name':'g','response':{'x':2}}}]},"
            + "{'role':'user','parts':[{'text':'go on'}]}],"
            + "'tools':[{'functionDeclarations':[{'name':'f','description':'d','parametersJsonSchema':{'type':'object'}}]}],"
            + "'toolConfig':{'functionCallingConfig':{'mode':'ANY','allowedFunctionNames':['f']}},"
            + "'generationConfig':{'temperature':0.5,'topP':0.9,'stopSequences':['x'],'maxOutputTokens':11,"
            + "'responseMimeType':'application/json','responseJsonSchema':{'type':'object'}}}";

    private static final String OPENAI_REQUEST = "{'messages':[{'role':'system','content':'s'},"
            + "{'role':'user','content':[{'type':'text','text':'u'},"
            + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AA=='}}]},"
            + "{'role':'assistant','content':'a','tool_calls':["
            + "{'id':'c1','type':'function','function':{'name':'f','arguments':'{~k~:1}'}},"
            + "{'id':'c2','type':'function','function':{'name':'g','arguments':'{}'}}]},"
            + "{'role':'tool','tool_call_id':'c1','content':'1'},{'role':'tool','tool_call_id':'c2','content':'{~x~:2}'},"
            + "{'role':'user','content':'go on'}],"
            + "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':{'type':'object'}}}],"
            + "'tool_choice':{'type':'function','function':{'name':'f'}},"
            + "'response_format':{'type':'json_schema','json_schema':{'name':'answer','schema':{'type':'object'},'strict':true}},"
            + "'temperature':0.5,'top_p':0.9,'stop':['x'],'max_completion_tokens':11}";

    private static final String ANTHROPIC_REQUEST = "{'max_tokens':11,'system':'s',"
            + "'messages':[{'role':'user','content':[{'type':'text','text':'u'},"
            + "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AA=='}}]},"
            + "{'role':'assistant','content':[{'type':'text','text':'a'},{'type':'tool_use','id':'c1','name':'f','input':{'k':1}},"
            + "{'type':'tool_use','id':'c2','name':'g','input':{}}]},"
            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'1'},"
            + "{'type':'tool_result','tool_use_id':'c2','content':'{~x~:2}'},{'type':'text','text':'go on'}]}],"
            + "'tools':[{'name':'f','description':'d','input_schema':{'type':'object'}}],"
            + "'tool_choice':{'type':'tool','name':'f'},'temperature':0.5,'top_p':0.9,'stop_sequences':['x'],"
            + "'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}}}}";

    @Test
    void aRequestBecomesAnOpenAiOneAndComesBack() throws Exception {
        JsonNode there = translate(GEMINI, json(GEMINI_REQUEST), OPENAI);

        assertSame(there, quoted(OPENAI_REQUEST));
        assertSame(translate(OPENAI, there, GEMINI), json(GEMINI_REQUEST));
    }

    @Test
    void aRequestBecomesAnAnthropicOneAndComesBack() throws Exception {
        JsonNode there = translate(GEMINI, json(GEMINI_REQUEST), ANTHROPIC);

        assertSame(there, quoted(ANTHROPIC_REQUEST));
        assertSame(translate(ANTHROPIC, there, GEMINI), json(GEMINI_REQUEST));
    }

    @Test
    void snakeCaseIsReadToo() throws Exception {
        JsonNode request = json(
                "{'system_instruction':{'parts':[{'text':'s'}]},'contents':[{'parts':[{'text':'u'},"
                        + "{'inline_data':{'mime_type':'image/png','data':'AA=='}}]}],"
                        + "'generation_config':{'max_output_tokens':5,'response_mime_type':'application/json',"
                        + "'response_schema':{'type':'OBJECT','properties':{'snake_case':{'type':'STRING','nullable':true}}}}}");

        assertSame(
                translate(GEMINI, request, OPENAI),
                json(
                        "{'messages':[{'role':'system','content':'s'},{'role':'user','content':[{'type':'text','text':'u'},"
                                + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AA=='}}]}],"
                                + "'response_format':{'type':'json_schema','json_schema':{'name':'answer','schema':{'type':'object',"
                                + "'properties':{'snake_case':{'type':['string','null']}}},'strict':true}},'max_completion_tokens':5}"));
    }

    @Test
    void resultsWithoutIdsAnswerTheOldestCallOfTheirName() throws Exception {
        JsonNode request = json("{'contents':[{'role':'user','parts':[{'text':'u'}]},{'role':'model','parts':["
                + "{'functionCall':{'name':'f','args':{}}},{'functionCall':{'name':'f','args':{}}}]},"
                + "{'role':'user','parts':[{'functionResponse':{'name':'f','response':{'output':'1'}}},"
                + "{'functionResponse':{'name':'f','response':{'error':'2'}}}]}]}");

        JsonNode written = translate(GEMINI, request, ANTHROPIC);

        assertThat(written.at("/messages/1/content").findValuesAsText("id"))
                .isEqualTo(written.at("/messages/2/content").findValuesAsText("tool_use_id"))
                .doesNotHaveDuplicates();
        assertThat(written.at("/messages/2/content/1/is_error").asBoolean()).isTrue();
        ObjectNode back = RequestTranslator.translate(ANTHROPIC, written, GEMINI, Set.of());
        // Anthropic cannot do without a limit
        back.remove("generationConfig");
        assertSame(back, request);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'safetySettings':[{'category':'x'}]|safetySettings",
                "'cachedContent':'c'|cachedContent",
                "'tools':[{'googleSearch':{}}]|tools",
                "'labels':{'a':'b'}|labels",
                "'toolConfig':{'functionCallingConfig':{'mode':'ANY','allowedFunctionNames':['f','g']}}|toolConfig.functionCallingConfig.allowedFunctionNames",
                "'generationConfig':{'responseMimeType':'text/x.enum'}|generationConfig.responseMimeType",
                "'generationConfig':{'responseModalities':['IMAGE']}|generationConfig.responseModalities",
                "'someNewField':1|someNewField",
            })
    void whatOnlyGeminiHasIsRefusedByName(String fields, String name) throws LlmException {
        JsonNode request = json("{'contents':[{'parts':[{'text':'u'}]}]," + fields + "}");
        for (DialectCodec other : new DialectCodec[] {OPENAI, ANTHROPIC}) {
            assertRefused(GEMINI, request, other, name);
            RequestTranslator.translate(GEMINI, request, other, Set.of(name));
        }
    }

    /** A name is a label: OpenAI demands it, and Gemini has no place for it. */
    @Test
    void aDocumentOfOpenAiArrivesWithoutItsName() throws Exception {
        JsonNode chat = json("{'messages':[{'role':'user','content':[{'type':'file',"
                + "'file':{'filename':'invoice.pdf','file_data':'data:application/pdf;base64,JVBERi0='}}]}]}");
        JsonNode responses = json("{'input':[{'role':'user','content':[{'type':'input_file',"
                + "'filename':'invoice.pdf','file_data':'data:application/pdf;base64,JVBERi0='}]}]}");
        JsonNode expected = json("{'contents':[{'role':'user','parts':["
                + "{'inlineData':{'mimeType':'application/pdf','data':'JVBERi0='}}]}]}");

        assertSame(RequestTranslator.translate(OPENAI, chat, GEMINI, Set.of()), expected);
        assertSame(
                RequestTranslator.translate(Codecs.of(Dialect.OPENAI_RESPONSES), responses, GEMINI, Set.of()),
                expected);
    }

    @Test
    void aRecordingCrossesBothWays() throws Exception {
        JsonNode chat = json("{'messages':[{'role':'user','content':[{'type':'input_audio',"
                + "'input_audio':{'data':'UklGRg==','format':'wav'}}]}]}");
        JsonNode gemini = json("{'contents':[{'role':'user','parts':["
                + "{'inlineData':{'mimeType':'audio/wav','data':'UklGRg=='}}]}]}");

        assertSame(RequestTranslator.translate(OPENAI, chat, GEMINI, Set.of()), gemini);
        assertSame(RequestTranslator.translate(GEMINI, gemini, OPENAI, Set.of()), chat);
    }

    @ParameterizedTest
    @CsvSource({
        "audio/ogg, OPENAI_CHAT",
        "audio/wav, ANTHROPIC_MESSAGES",
        "video/mp4, OPENAI_CHAT",
        "video/mp4, OPENAI_RESPONSES",
        "video/mp4, ANTHROPIC_MESSAGES",
        "text/html, ANTHROPIC_MESSAGES"
    })
    void whatNobodyTakesAsADocumentIsRefused(String mediaType, Dialect target) throws LlmException {
        JsonNode request = json("{'contents':[{'role':'user','parts':[{'text':'u'}," + "{'inlineData':{'mimeType':'"
                + mediaType + "','data':'AA=='}}]}]}");

        assertRefused(GEMINI, request, Codecs.of(target), "contents.parts");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'executableCode':{'code':'x'}}|executableCode",
                "{'fileData':{'fileUri':'gs://x','mimeType':'video/mp4'},'videoMetadata':{'fps':1}}|videoMetadata",
            })
    void whatOnlyGeminiHasInAPartIsRefusedByName(String part, String name) throws LlmException {
        JsonNode request =
                json("{'contents':[{'role':'model','parts':[" + part + "]},{'role':'user','parts':[{'text':'u'}]}]}");

        assertRefused(GEMINI, request, ANTHROPIC, name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'logit_bias':{'1':2}|logit_bias",
                "'n':9|n",
                "'service_tier':'scale'|service_tier",
                "'verbosity':'low'|verbosity",
                "'prompt_cache_key':'k'|prompt_cache_key",
                "'user':'u1'|user",
                "'reasoning_effort':'xhigh'|reasoning_effort",
                "'tools':[{'type':'function','function':{'name':'f'}}],'parallel_tool_calls':false|parallel_tool_calls",
                "'response_format':{'type':'json_schema','json_schema':{'name':'a','schema':{'type':'object','properties':{'p':{'type':'string','pattern':'^a'}}}}}|pattern",
                "'response_format':{'type':'json_schema','json_schema':{'name':'a','schema':{'$defs':{'d':{'allOf':[{}]}}}}}|allOf",
                "'response_format':{'type':'json_schema','json_schema':{'name':'a','schema':{'items':{'minLength':1}}}}|minLength",
            })
    void whatGeminiCannotExpressIsRefusedByNameUnlessItMayBeLost(String fields, String name) throws LlmException {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}]," + fields + "}");

        assertRefused(OPENAI, request, GEMINI, name);
        assertThat(RequestTranslator.translate(OPENAI, request, GEMINI, Set.of(name))
                        .toString())
                .contains("\"u\"")
                .doesNotContain("\"" + name + "\":");
    }

    @Test
    void aSchemaKeepsWhatGeminiHoldsTo() throws Exception {
        String schema = "{'$schema':'x','$defs':{'d':{'enum':['a']}},'type':'object','additionalProperties':false,"
                + "'properties':{'pattern':{'$ref':'#/$defs/d'},'c':{'const':'k'},'o':{'oneOf':[{'type':'null'}]}},'required':['c']}";
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}],'response_format':{'type':'json_schema',"
                + "'json_schema':{'name':'a','schema':" + schema + "}}}");

        assertSame(
                translate(OPENAI, request, GEMINI).at("/generationConfig/responseJsonSchema"),
                json(schema.replace("'const':'k'", "'enum':['k']")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'reasoning_effort':'none'|{'thinkingBudget':0}",
                "'reasoning_effort':'low'|{'thinkingBudget':1024,'includeThoughts':true}",
                "'reasoning_effort':'high'|{'thinkingBudget':24576,'includeThoughts':true}",
            })
    void anEffortBecomesABudget(String fields, String thinking) throws Exception {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}]," + fields + "}");

        assertSame(translate(OPENAI, request, GEMINI).at("/generationConfig/thinkingConfig"), json(thinking));
    }

    @Test
    void strictToolsAreValidated() throws Exception {
        JsonNode request = json("{'messages':[{'role':'user','content':'u'}],'tools':[{'type':'function','function':"
                + "{'name':'f','parameters':{'type':'object'},'strict':true}}]}");

        JsonNode there = translate(OPENAI, request, GEMINI);

        assertThat(there.at("/toolConfig/functionCallingConfig/mode").asText()).isEqualTo("VALIDATED");
        assertThat(translate(GEMINI, there, OPENAI)
                        .at("/tools/0/function/strict")
                        .asBoolean())
                .isTrue();
    }

    private static JsonNode quoted(String text) {
        return json(text.replace("~", "\\\""));
    }
}
