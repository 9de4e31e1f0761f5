/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture;
import dev.serai.llm.dialect.CodecFixture.Heard;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.MalformedEventException;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;
import dev.serai.llm.sse.SseFrame;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.hear;
import static dev.serai.llm.dialect.CodecFixture.json;
import static dev.serai.llm.dialect.CodecFixture.parts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpenAiChatCodecTest {
    private final OpenAiChatCodec codec = new OpenAiChatCodec();

    @Test
    void summarizesWhatTheTargetMustBeAbleToDo() throws LlmException {
        RequestSummary summary = codec.summarize(
                json(
                        "{'model':'m','stream':true,'stream_options':{'include_usage':true},"
                                + "'max_tokens':10,'n':2,'logprobs':true,'reasoning_effort':'low','messages':[{'role':'user','content':["
                                + "{'type':'text','text':'1234567'},{'type':'image_url','image_url':{'url':'https://x/y.png'}}]}],"
                                + "'tools':[{'type':'function','function':{'name':'abc','parameters':{'type':'image_url'}}}]}"));

        assertThat(summary.model()).isEqualTo("m");
        assertThat(summary.stream()).isTrue();
        assertThat(summary.includeUsage()).isTrue();
        assertThat(summary.maxOutputTokens()).isEqualTo(10);
        assertThat(summary.features())
                .containsExactlyInAnyOrder("vision", "tools", "n_choices", "logprobs", "reasoning");
        assertThat(summary.promptChars()).isEqualTo("1234567".length() + "abc".length() + "typeimage_url".length());
        assertThat(summary.depth()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|",
                "{'messages':[]}|messages",
                "{}|messages",
                "{'messages':'x'}|messages",
                "{'messages':[1]}|messages[0]",
                "{'messages':[{'role':'robot'}]}|messages[0].role",
                "{'model':'','messages':[{'role':'user'}]}|model",
                "{'model':1,'messages':[{'role':'user'}]}|model",
                "{'stream':'yes','messages':[{'role':'user'}]}|stream",
                "{'max_tokens':0,'messages':[{'role':'user'}]}|max_tokens",
                "{'max_completion_tokens':1.5,'messages':[{'role':'user'}]}|max_completion_tokens",
            })
    void namesTheFieldThatIsWrong(String payload, String field) {
        assertThatThrownBy(() -> codec.summarize(json(payload))).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.INVALID_REQUEST);
            assertThat(e.field()).isEqualTo(field);
            assertThat(e.reason()).contains("must");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'model':'a','max_tokens':9}|{'model':'b','max_tokens':5,'stream_options':{'include_usage':true}}",
                "{'max_completion_tokens':3}|{'max_completion_tokens':3,'model':'b','stream_options':{'include_usage':true}}",
                "{'model':null, 'stream_options':{'x':1}}|{'model':'b', 'stream_options':{'x':1,'include_usage':true},'max_tokens':5}",
            })
    void editsNothingButWhatItIsTold(String payload, String expected) throws LlmException {
        byte[] edited = codec.edit(
                payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                new NativeEdits("b", 5, "max_tokens", null, null, true));

        assertThat(new String(edited, StandardCharsets.UTF_8)).isEqualTo(expected.replace('\'', '"'));
    }

    @Test
    void laysTheTasksValuesOver() throws LlmException {
        byte[] edited = codec.edit(
                "{\"temperature\":2}".getBytes(StandardCharsets.UTF_8),
                new NativeEdits(null, null, null, 0.5, "low", false));

        assertThat(new String(edited, StandardCharsets.UTF_8))
                .isEqualTo("{\"temperature\":0.5,\"reasoning_effort\":\"low\"}");
    }

    @Test
    void aConversationComesBackAsItWas() throws Exception {
        JsonNode request = json("{'messages':[{'role':'system','content':'s'},"
                + "{'role':'user','content':[{'type':'text','text':'u'},"
                + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AA==','detail':'low'}},"
                + "{'type':'file','file':{'filename':'a.pdf','file_data':'data:application/pdf;base64,AA=='}}],'name':'ann'},"
                + "{'role':'assistant','content':null,'reasoning_content':'r','reasoning_details':"
                + "[{'type':'reasoning.text','text':'r','signature':'sig','index':0},"
                + "{'type':'reasoning.encrypted','data':'enc','index':1}],'tool_calls':["
                + "{'id':'c1','type':'function','function':{'name':'f','arguments':'{}'}},"
                + "{'id':'c2','type':'function','function':{'name':'g','arguments':'{ }'}}]},"
                + "{'role':'tool','tool_call_id':'c1','content':'1'},{'role':'tool','tool_call_id':'c2','content':'2'},"
                + "{'role':'assistant','content':'no','refusal':'never'},{'role':'user','content':'go on'}],"
                + "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':{'type':'object'},'strict':true}}],"
                + "'tool_choice':{'type':'function','function':{'name':'f'}},'parallel_tool_calls':false,"
                + "'response_format':{'type':'json_schema','json_schema':{'name':'n','schema':{'type':'object'},'strict':true}},"
                + "'temperature':1.5,'top_p':0.5,'frequency_penalty':0.1,'presence_penalty':0.2,'seed':7,'stop':['x','y'],"
                + "'max_completion_tokens':11,'reasoning_effort':'low','user':'u1'}");

        JsonNode written = codec.writeRequest(codec.readRequest(request), Set.of());

        assertThat(Json.MAPPER.readTree(bytes(written))).isEqualTo(Json.MAPPER.readTree(bytes(request)));
    }

    @Test
    void readsToolCallsThatAreTornAndMixed() {
        Heard heard = hear(parts(
                codec,
                "data: {'id':'i','choices':[{'index':0,'delta':{'tool_calls':["
                        + "{'index':0,'id':'a','function':{'name':'f','arguments':''}}]}}]}\n\n"
                        + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':1,'id':'b','function':{'name':'g'}}]}}]}\n\n"
                        + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':1,'function':{'arguments':'[1'}}]}}]}\n\n"
                        + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'arguments':'{}'}}]}}]}\n\n"
                        + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':1,'function':{'arguments':']'}}]},"
                        + "'finish_reason':'stop'}]}\n\ndata: [DONE]\n\n"));

        assertThat(heard.calls).containsExactly("f", "g");
        assertThat(heard.arguments).map(Object::toString).containsExactly("{}", "[1]");
        assertThat(heard.finishes).map(StreamPart.Finish::reason).containsExactly(StopReason.TOOL_CALLS);
        assertThat(heard.ended).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {'error':{'message':'m'}}\n\n",
                "event: error\ndata: {'message':'m'}\n\n",
                "data: [{'error':{'message':'m'}}]\n\n",
                "data: {'choices':[{'delta':{},'finish_reason':'error'}]}\n\n",
                "data: {'choices':[{'delta':{},'error':{'code':500}}]}\n\n",
                "data: {'choices':[{'delta':{},'finish_reason':'insufficient_system_resource'}]}\n\n"
            })
    void anErrorInTheStreamIsAFailure(String stream) {
        Heard heard = hear(parts(codec, stream));

        assertThat(heard.failure.errorClass()).isEqualTo(ErrorClass.PROVIDER_UNAVAILABLE);
        assertThat(heard.finishes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "1", "'x'", "{} {}", "[DONE"})
    void whatIsNoChunkIsMalformed(String data) {
        SseFrame frame = new SseFrame(new byte[0], null, data.replace('\'', '"'));

        assertThatThrownBy(() -> codec.streamReader(ERRORS).read(frame)).isInstanceOf(MalformedEventException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'choices':[],'usage':{'prompt_tokens':1}}|",
                "{'choices':[{'x':1}], 'usage':{'prompt_tokens':1}, 'z':1}|data: {'choices':[{'x':1}], 'z':1}",
                "{'choices':[{'x':1}],'x_groq':{'id':'r','usage':{'prompt_tokens':1}}}|data: {'choices':[{'x':1}],'x_groq':{'id':'r'}}",
                "{'choices':[],'usage':null}|raw",
                "{'choices':[{'delta':{'content':'usage'}}]}|raw",
                "[DONE]|raw",
            })
    void takesUsageOutOfAFrame(String data, String expected) {
        SseFrame frame = new SseFrame("raw".getBytes(StandardCharsets.UTF_8), null, data.replace('\'', '"'));

        String left = new String(codec.streamReader(ERRORS).withoutUsage(frame), StandardCharsets.UTF_8);

        assertThat(left.strip()).isEqualTo(expected == null ? "" : expected.replace('\'', '"'));
    }

    @Test
    void writesAStreamAsOpenAiDoes() {
        String stream = new String(
                CodecFixture.write(
                        codec.streamWriter(true),
                        List.of(
                                new StreamPart.Start("i", "m"),
                                new StreamPart.UsageReport(new Usage(1, 0, 0, 0, 0)),
                                new StreamPart.Text(0, "a\nb"),
                                new StreamPart.Finish(0, StopReason.STOP, null),
                                new StreamPart.UsageReport(new Usage(1, 2, 3, 4, 5)),
                                new StreamPart.End())),
                StandardCharsets.UTF_8);

        List<JsonNode> chunks = stream.lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> json(line.substring(6)))
                .toList();
        assertThat(chunks).hasSize(4);
        assertThat(chunks.get(0).at("/choices/0/delta")).isEqualTo(json("{'role':'assistant','content':''}"));
        assertThat(chunks.get(1).at("/choices/0/delta")).isEqualTo(json("{'content':'a\\nb'}"));
        assertThat(chunks.get(2).at("/choices/0/finish_reason").asText()).isEqualTo("stop");
        assertThat(chunks.get(3).at("/choices")).isEmpty();
        assertThat(chunks.get(3).at("/usage/total_tokens").asInt()).isEqualTo(15);
        assertThat(stream).endsWith("\n\ndata: [DONE]\n\n");
    }

    @Test
    void writesNoUsageUnasked() {
        String stream = new String(
                CodecFixture.write(
                        codec.streamWriter(false),
                        List.of(new StreamPart.UsageReport(Usage.NONE), new StreamPart.End())),
                StandardCharsets.UTF_8);

        assertThat(stream).doesNotContain("usage").endsWith("data: [DONE]\n\n");
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_REQUEST, 0, invalid_request_error, invalid_request",
        "UNSUPPORTED_FEATURE, 0, invalid_request_error, unsupported_feature",
        "INVALID_REQUEST, 401, invalid_request_error, invalid_api_key",
        "CONTEXT_OVERFLOW, 0, invalid_request_error, context_length_exceeded",
        "POLICY_REJECTION, 0, invalid_request_error, content_policy_violation",
        "NOT_FOUND, 0, invalid_request_error, model_not_found",
        "RATE_LIMITED, 0, rate_limit_error, rate_limit_exceeded",
        "QUOTA_EXHAUSTED, 0, insufficient_quota, insufficient_quota",
        "AUTHENTICATION, 0, server_error, authentication",
        "OVERLOADED, 0, server_error, overloaded",
    })
    void writesErrorsAsTheSdksReadThem(ErrorClass errorClass, int status, String type, String code) {
        LlmException error = LlmException.of(errorClass)
                .clientStatus(status)
                .field("f")
                .reason("why")
                .build();

        assertThat(codec.writeError(error, "r"))
                .isEqualTo(json("{'error':{'message':'why','type':'" + type + "','param':'f','code':'" + code + "'}}"));
        assertThat(new String(codec.writeStreamError(error, "r"), StandardCharsets.UTF_8))
                .startsWith("data: {\"error\":")
                .endsWith("}}\n\n");
    }

    private static byte[] bytes(JsonNode json) {
        return Json.bytes(json);
    }
}
