/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.ResponsesSequence;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.CodecFixture;
import dev.serai.llm.dialect.CodecFixture.Heard;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.NativeEdits;
import dev.serai.llm.dialect.RequestSummary;

import static dev.serai.llm.dialect.CodecFixture.ERRORS;
import static dev.serai.llm.dialect.CodecFixture.hear;
import static dev.serai.llm.dialect.CodecFixture.json;
import static dev.serai.llm.dialect.CodecFixture.parts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpenAiResponsesCodecTest {
    private final OpenAiResponsesCodec codec = new OpenAiResponsesCodec();

    @Test
    void summarizesWhatTheTargetMustBeAbleToDo() throws LlmException {
        RequestSummary summary = codec.summarize(json("{'model':'m','stream':true,'max_output_tokens':20,"
                + "'instructions':'123','reasoning':{'effort':'low'},'input':[{'role':'user','content':["
                + "{'type':'input_text','text':'4567'},{'type':'input_image','image_url':'https://x/y.png'}]},"
                + "{'type':'function_call','call_id':'c','name':'','arguments':''},"
                + "{'type':'function_call','call_id':'d','name':'','arguments':''}],"
                + "'tools':[{'type':'web_search'}]}"));

        assertThat(summary.model()).isEqualTo("m");
        assertThat(summary.stream()).isTrue();
        assertThat(summary.maxOutputTokens()).isEqualTo(20);
        assertThat(summary.features())
                .containsExactlyInAnyOrder("vision", "tools", "parallel_tools", "reasoning", "server_tools");
        assertThat(summary.promptChars()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|",
                "{}|input",
                "{'input':[]}|input",
                "{'input':7}|input",
                "{'input':['x']}|input[0]",
                "{'input':'u','model':''}|model",
                "{'input':'u','stream':1}|stream",
                "{'input':'u','max_output_tokens':0}|max_output_tokens",
            })
    void namesTheFieldThatIsWrong(String payload, String field) {
        assertThatThrownBy(() -> codec.summarize(json(payload))).isInstanceOfSatisfying(LlmException.class, e -> {
            assertThat(e.errorClass()).isEqualTo(ErrorClass.INVALID_REQUEST);
            assertThat(e.field()).isEqualTo(field);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'input':[{'role':'robot','content':'x'}]}|input[0].role",
                "{'input':[{'type':'function_call','name':'f'}]}|input[0].call_id",
                "{'input':[{'type':'function_call','call_id':'c','name':'f','arguments':'nonsense'}]}|input[0].arguments",
                "{'input':[{'role':'user','content':[{'type':'input_file'}]}]}|input[0].content[0].file_data",
                "{'input':'u','text':{'format':{'type':'xml'}}}|text.format.type",
                "{'input':'u','tool_choice':'maybe'}|tool_choice",
            })
    void namesTheFieldThatCannotBeRead(String payload, String field) {
        assertThatThrownBy(() -> codec.readRequest(json(payload)))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'model':'a','max_output_tokens':99}|{'model':'b','max_output_tokens':50,'temperature':0.5,'reasoning':{'effort':'low'}}",
                "{'reasoning': {'summary':'auto'}}|{'reasoning': {'summary':'auto','effort':'low'},'model':'b','max_output_tokens':50,'temperature':0.5}",
            })
    void editsNothingButWhatItIsTold(String payload, String expected) throws LlmException {
        byte[] edited = codec.edit(
                payload.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                new NativeEdits("b", 50, "max_output_tokens", 0.5, "low", true));

        assertThat(new String(edited, StandardCharsets.UTF_8)).isEqualTo(expected.replace('\'', '"'));
    }

    @Test
    void demandsJson() throws Exception {
        byte[] edited = codec.demandJson("{\"input\":\"u\"}".getBytes(StandardCharsets.UTF_8), "n", json("{'a':1}"));

        assertThat(Json.MAPPER.readTree(edited))
                .isEqualTo(
                        json(
                                "{'input':'u','text':{'format':{'type':'json_schema','name':'n','strict':true,'schema':{'a':1}}}}"));
    }

    @Test
    void writesMixedParallelCallsWithTheirIndexes() {
        byte[] written = write(
                new StreamPart.Start("r", "m"),
                new StreamPart.Reasoning(0, "thi", null),
                new StreamPart.Reasoning(0, "nk", "sig"),
                new StreamPart.RedactedReasoning(0, "enc"),
                new StreamPart.Text(0, "a"),
                new StreamPart.BlockEnd(),
                new StreamPart.Text(0, "b"),
                new StreamPart.ToolCallStart(0, 0, "c0", "f"),
                new StreamPart.ToolCallStart(0, 1, "c1", "g"),
                new StreamPart.ToolCallArguments(0, 1, "{\"x\""),
                new StreamPart.ToolCallArguments(0, 0, "{}"),
                new StreamPart.ToolCallArguments(0, 1, ":1}"),
                new StreamPart.Finish(0, StopReason.TOOL_CALLS, null),
                new StreamPart.UsageReport(new Usage(1, 2, 3, 4, 5)),
                new StreamPart.End());

        ResponsesSequence.assertWellFormed(written);
        Heard heard = hear(parts(codec, written));
        assertThat(heard.reasoning).hasToString("think");
        assertThat(heard.signatures).containsExactly("sig");
        assertThat(heard.text).hasToString("ab");
        assertThat(heard.calls).containsExactly("f", "g");
        assertThat(heard.arguments).map(Object::toString).containsExactly("{}", "{\"x\":1}");
        assertThat(heard.usage).isEqualTo(new Usage(1, 2, 3, 4, 5));
        assertThat(heard.finishes.get(0).reason()).isEqualTo(StopReason.TOOL_CALLS);
        assertThat(parts(codec, written)).contains(new StreamPart.RedactedReasoning(0, "enc"));
    }

    @Test
    void aCallThatWasCutOffIsIncomplete() {
        byte[] written = write(
                new StreamPart.ToolCallStart(0, 0, "c", "f"),
                new StreamPart.ToolCallArguments(0, 0, "{\"x\""),
                new StreamPart.BlockEnd(),
                new StreamPart.Finish(0, StopReason.MAX_TOKENS, null),
                new StreamPart.End());

        ResponsesSequence.assertWellFormed(written);
        assertThat(new String(written, StandardCharsets.UTF_8))
                .contains("event: response.incomplete", "\"status\":\"incomplete\",\"call_id\":\"c\"");
    }

    @Test
    void aRefusalIsCompletedAndAFilterIsNot() {
        byte[] refusal = write(
                new StreamPart.Refusal(0, "never"),
                new StreamPart.Finish(0, StopReason.REFUSAL, null),
                new StreamPart.End());
        byte[] filtered = write(new StreamPart.Finish(0, StopReason.CONTENT_FILTER, null), new StreamPart.End());

        ResponsesSequence.assertWellFormed(refusal);
        ResponsesSequence.assertWellFormed(filtered);
        assertThat(hear(parts(codec, refusal)).finishes.get(0).reason()).isEqualTo(StopReason.REFUSAL);
        assertThat(hear(parts(codec, filtered)).finishes.get(0).reason()).isEqualTo(StopReason.CONTENT_FILTER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'type':'error','sequence_number':2,'error':{'type':'tokens','code':'rate_limit_exceeded','message':'x'}}",
                "{'type':'error','code':'server_error','message':'x','param':null,'sequence_number':2}",
                "{'type':'response.failed','response':{'status':'failed','error':{'code':'server_error','message':'x'}}}",
            })
    void readsEveryFormOfAnError(String event) {
        assertThat(hear(parts(codec, "data: " + event + "\n\n")).failure).isNotNull();
    }

    @Test
    void textThatCameOnlyWholeIsRead() {
        Heard heard = hear(parts(
                codec,
                "data: {'type':'response.output_text.done','output_index':0,'content_index':0,'text':'a'}\n\n"
                        + "data: {'type':'response.output_item.done','output_index':1,'item':{'type':'function_call',"
                        + "'call_id':'c','name':'f','arguments':'{}'}}\n\n"
                        + "data: {'type':'response.output_item.done','output_index':2,'item':{'type':'reasoning',"
                        + "'summary':[{'type':'summary_text','text':'r'},{'type':'summary_text','text':'s'}],"
                        + "'encrypted_content':'e'}}\n\n"));

        assertThat(heard.text).hasToString("a");
        assertThat(heard.calls).containsExactly("f");
        assertThat(heard.arguments.get(0)).hasToString("{}");
        assertThat(heard.reasoning).hasToString("r\n\ns");
        assertThat(heard.signatures).containsExactly("e");
    }

    @Test
    void aFailedResponseIsAnError() {
        JsonNode failed = json("{'status':'failed','output':[],'error':{'code':'server_error','message':'x'}}");

        assertThatThrownBy(() -> codec.readAnswer(failed, ERRORS)).isInstanceOf(LlmException.class);
    }

    @Test
    void anErrorEventHasBothForms() throws Exception {
        LlmException error =
                LlmException.of(ErrorClass.RATE_LIMITED).reason("slow down").build();

        String event = new String(codec.writeStreamError(error, "id"), StandardCharsets.UTF_8);

        assertThat(event).startsWith("event: error\ndata: {");
        JsonNode data = Json.MAPPER.readTree(event.substring(event.indexOf('{')));
        assertThat(data.path("type").asText()).isEqualTo("error");
        assertThat(data.path("code").asText()).isEqualTo("rate_limit_exceeded");
        assertThat(data.path("message").asText()).isEqualTo("slow down");
        assertThat(data.at("/error/code").asText()).isEqualTo("rate_limit_exceeded");
    }

    private byte[] write(StreamPart... parts) {
        return CodecFixture.write(codec.streamWriter(true), List.of(parts));
    }
}
