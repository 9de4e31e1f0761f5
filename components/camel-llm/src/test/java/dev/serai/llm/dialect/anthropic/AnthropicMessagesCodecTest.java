/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

class AnthropicMessagesCodecTest {
    /** Fragments of two calls are mixed, usage comes after the finish, and no block ends. */
    private static final List<StreamPart> MIXED_PARTS = List.of(
            new StreamPart.Start("i", "m"),
            new StreamPart.Reasoning(0, "think", null),
            new StreamPart.Reasoning(0, "", "sig"),
            new StreamPart.Text(0, "hi"),
            new StreamPart.ToolCallStart(0, 0, "a", "f"),
            new StreamPart.ToolCallStart(0, 1, "b", "g"),
            new StreamPart.ToolCallArguments(0, 1, "{\"g\":"),
            new StreamPart.ToolCallArguments(0, 0, "{}"),
            new StreamPart.ToolCallArguments(0, 1, "1}"),
            new StreamPart.Finish(0, StopReason.TOOL_CALLS, null),
            new StreamPart.UsageReport(new Usage(1, 0, 0, 2, 3)),
            new StreamPart.End());

    private final AnthropicMessagesCodec codec = new AnthropicMessagesCodec();

    @Test
    void summarizesWhatTheTargetMustBeAbleToDo() throws LlmException {
        RequestSummary summary =
                codec.summarize(json("{'model':'m','max_tokens':9,'system':'abc','thinking':{'type':'adaptive'},"
                        + "'messages':[{'role':'user','content':[{'type':'document','citations':{'enabled':true},"
                        + "'source':{'type':'base64','data':'AAAA'},'cache_control':{'type':'ephemeral'}}]},"
                        + "{'role':'assistant','content':[{'type':'tool_use','input':{'type':'image'}},{'type':'tool_use'}]}],"
                        + "'tools':[{'type':'web_search_20250305','name':'web'}]}"));

        assertThat(summary.includeUsage()).isTrue();
        assertThat(summary.maxOutputTokens()).isEqualTo(9);
        assertThat(summary.promptChars()).isEqualTo("abc".length() + "typeimage".length() + "web".length());
        assertThat(summary.features())
                .containsExactlyInAnyOrder(
                        "files", "citations", "prompt_cache", "reasoning", "tools", "parallel_tools", "server_tools");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'messages':[{'role':'user'}]}|max_tokens",
                "{'max_tokens':-1,'messages':[{'role':'user'}]}|max_tokens",
                "{'max_tokens':1,'messages':[{'role':'system'}]}|messages[0].role",
                "{'max_tokens':1,'messages':{}}|messages",
            })
    void namesTheFieldThatIsWrong(String payload, String field) {
        assertThatThrownBy(() -> codec.summarize(json(payload)))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @Test
    void editsNothingButWhatItIsTold() throws LlmException {
        byte[] edited = codec.edit(
                "{\"max_tokens\": 50 ,\"output_config\":{ },\"x\":[ 1]}".getBytes(StandardCharsets.UTF_8),
                new NativeEdits("m", 20, "max_tokens", null, "high", true));

        assertThat(new String(edited, StandardCharsets.UTF_8))
                .isEqualTo("{\"max_tokens\": 20 ,\"output_config\":{\"effort\":\"high\" },\"x\":[ 1],\"model\":\"m\"}");
    }

    @Test
    void aConversationComesBackAsItWas() throws Exception {
        JsonNode request =
                json("{'max_tokens':100,'system':[{'type':'text','text':'s','cache_control':{'type':'ephemeral'}}],"
                        + "'messages':[{'role':'user','content':[{'type':'text','text':'u'},"
                        + "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AA=='}},"
                        + "{'type':'document','source':{'type':'url','url':'https://x/y.pdf'},'title':'t'}]},"
                        + "{'role':'assistant','content':[{'type':'thinking','thinking':'r','signature':'sig'},"
                        + "{'type':'redacted_thinking','data':'enc'},{'type':'text','text':'a'},"
                        + "{'type':'tool_use','id':'c1','name':'f','input':{'k':[1]}},{'type':'tool_use','id':'c2','name':'g','input':{}}]},"
                        + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'1','is_error':true},"
                        + "{'type':'tool_result','tool_use_id':'c2','content':[{'type':'image','source':{'type':'url','url':'https://x'}}]},"
                        + "{'type':'text','text':'go on'}]}],"
                        + "'tools':[{'name':'f','description':'d','input_schema':{'type':'object'},'strict':true}],"
                        + "'tool_choice':{'type':'any','disable_parallel_tool_use':true},'temperature':0.5,'top_p':0.9,'top_k':5,"
                        + "'stop_sequences':['x'],'thinking':{'type':'enabled','budget_tokens':1024},"
                        + "'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}},'effort':'low'},"
                        + "'metadata':{'user_id':'u1'}}");

        JsonNode written = codec.writeRequest(codec.readRequest(request), Set.of());

        assertThat(Json.MAPPER.readTree(Json.bytes(written))).isEqualTo(Json.MAPPER.readTree(Json.bytes(request)));
    }

    @Test
    void mergesUsageFieldByField() {
        Heard heard = hear(parts(
                codec,
                "data: {'type':'message_start','message':{'id':'i','model':'m',"
                        + "'usage':{'input_tokens':5,'cache_read_input_tokens':7,'output_tokens':1}}}\n\n"
                        + "data: {'type':'message_delta','delta':{'stop_reason':'end_turn'},"
                        + "'usage':{'input_tokens':null,'output_tokens':9,'output_tokens_details':{'thinking_tokens':4}}}   \n\n"
                        + "data: {'type':'message_stop'}\n\n"));

        assertThat(heard.usage).isEqualTo(new Usage(5, 7, 0, 5, 4));
        assertThat(heard.ended).isTrue();
    }

    @Test
    void aCallWithoutFragmentsHasItsInputInTheStart() {
        Heard heard = hear(parts(
                codec,
                "data: {'type':'content_block_start','content_block':"
                        + "{'type':'tool_use','id':'a','name':'f','input':{}}}\n\n"
                        + "data: {'type':'content_block_delta','delta':{'type':'input_json_delta','partial_json':''}}\n\n"
                        + "data: {'type':'content_block_stop'}\n\n"));

        assertThat(heard.arguments).map(Object::toString).containsExactly("{}");
    }

    @Test
    void skipsWhatItDoesNotKnow() {
        assertThat(parts(
                        codec,
                        "event: ping\ndata: {'type':'ping'}\n\ndata: {'type':'new'}\n\n: hello\n\n"
                                + "data: {'type':'content_block_delta','delta':{'type':'new_delta'}}\n\n"))
                .isEmpty();
    }

    @Test
    void anErrorEventIsAFailure() {
        // hand-written: no recording of one exists
        Heard heard = hear(parts(
                codec,
                "event: error\ndata: {'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}\n\n"));

        assertThat(heard.failure.code()).isEqualTo("in_band");
    }

    @Test
    void whatIsNoEventIsMalformed() {
        SseFrame frame = new SseFrame(new byte[0], null, "{\"type\":");

        assertThatThrownBy(() -> codec.streamReader(ERRORS).read(frame)).isInstanceOf(MalformedEventException.class);
    }

    @Test
    void writesBlocksOneAfterTheOtherWhateverTheOrderOfTheParts() {
        // When
        List<SseFrame> frames = CodecFixture.frames(CodecFixture.write(codec.streamWriter(true), MIXED_PARTS));

        // Then
        assertThat(frames)
                .map(AnthropicMessagesCodecTest::outline)
                .containsExactly(
                        "message_start",
                        "content_block_start 0 thinking",
                        "content_block_delta 0 thinking_delta",
                        "content_block_delta 0 signature_delta",
                        "content_block_stop 0",
                        "content_block_start 1 text",
                        "content_block_delta 1 text_delta",
                        "content_block_stop 1",
                        "content_block_start 2 tool_use",
                        "content_block_delta 2 input_json_delta",
                        "content_block_stop 2",
                        "content_block_start 3 tool_use",
                        "content_block_delta 3 input_json_delta",
                        "content_block_stop 3",
                        "message_delta",
                        "message_stop");
        JsonNode end = json(frames.get(14).data());
        assertThat(end.at("/delta/stop_reason").asText()).isEqualTo("tool_use");
        assertThat(end.at("/usage/output_tokens").asInt()).isEqualTo(5);
    }

    @Test
    void writesTheMessageStartAtOnce() {
        byte[] first = codec.streamWriter(true).write(new StreamPart.Start("i", "m"));

        assertThat(new String(first, StandardCharsets.UTF_8)).startsWith("event: message_start\ndata: {");
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_REQUEST, 0, invalid_request_error",
        "INVALID_REQUEST, 401, authentication_error",
        "INVALID_REQUEST, 413, request_too_large",
        "NOT_FOUND, 0, not_found_error",
        "FORBIDDEN, 0, permission_error",
        "RATE_LIMITED, 0, rate_limit_error",
        "INSUFFICIENT_FUNDS, 0, billing_error",
        "PROVIDER_UNAVAILABLE, 0, api_error",
        "OVERLOADED, 0, overloaded_error",
        "DEADLINE_EXCEEDED, 0, timeout_error",
    })
    void writesErrorsAsTheSdksReadThem(ErrorClass errorClass, int status, String type) {
        LlmException error =
                LlmException.of(errorClass).clientStatus(status).reason("why").build();

        assertThat(codec.writeError(error, "r"))
                .isEqualTo(json("{'type':'error','error':{'type':'" + type + "','message':'why'},'request_id':'r'}"));
        assertThat(new String(codec.writeStreamError(error, "r"), StandardCharsets.UTF_8))
                .startsWith("event: error\ndata: {")
                .endsWith("}\n\n");
    }

    private static String outline(SseFrame frame) {
        JsonNode event = json(frame.data());
        assertThat(event.path("type").asText()).isEqualTo(frame.event());
        String index = event.has("index") ? " " + event.path("index").asText() : "";
        String type = event.at("/content_block/type").asText()
                + event.at("/delta/type").asText();
        return (frame.event() + index + " " + type).strip();
    }
}
