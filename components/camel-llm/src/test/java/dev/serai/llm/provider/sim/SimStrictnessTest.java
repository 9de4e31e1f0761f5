/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.Dialect;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that a vendor refuses are refused, so that a mistake of a codec shows here and not in production. */
class SimStrictnessTest {
    private static SimServer server;

    @BeforeAll
    static void start() throws Exception {
        server = SimServer.start();
        server.mount("m", SimScript.read("tokens: 3"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'messages':[]}                                          | must start with a user message",
                "{'messages':[{'role':'assistant','content':[{'text':'a'}]}]} | must start with a user message",
                "{'messages':[USER,USER]}                                 | must alternate",
                "{'messages':[USER,{'role':'system','content':[{'text':'a'}]}]} | [user, assistant]",
                "{'messages':[{'role':'user','content':'a'}]}             | is empty",
                "{'messages':[{'role':'user','content':[{'text':' '}]}]}  | is blank",
                "{'messages':[{'role':'user','content':[{'type':'text','text':'a'}]}]} | exactly one of",
                "{'messages':[{'role':'user','content':[{'toolResult':{'toolUseId':'x'}}]}]} | exceeds the number of toolUse",
                "{'messages':[USER,{'role':'assistant','content':[CALL]},USER],'toolConfig':TOOLS} | for the following Ids: t",
                "{'messages':[USER,{'role':'assistant','content':[CALL]}]} | toolConfig field must be defined",
                "{'inferenceConfig':{'maxTokens':0}}                      | inferenceConfig.maxTokens",
                "{'inferenceConfig':{'temperature':1.5}}                  | inferenceConfig.temperature",
                "{'inferenceConfig':{'topP':-1}}                          | inferenceConfig.topP",
                "{'toolConfig':{'tools':[]}}                              | toolConfig.tools",
                "{'toolConfig':{'tools':[{'toolSpec':{'name':'a.b','inputSchema':{'json':{}}}}]}} | toolSpec.name",
                "{'toolConfig':{'tools':[{'toolSpec':{'name':'a','inputSchema':{}}}]}} | inputSchema.json",
                "{'toolConfig':{'tools':[SPEC],'toolChoice':{'tool':{'name':'b'}}}} | is not in toolConfig.tools",
                "{'toolConfig':{'tools':[SPEC],'toolChoice':{}}}          | exactly one of auto",
                "{'outputConfig':{'textFormat':{'type':'json_schema','structure':{'jsonSchema':{'schema':{}}}}}} | as a text",
            })
    void ofBedrock(String change, String refusal) throws Exception {
        String full = change.replace("USER", "{'role':'user','content':[{'text':'a'}]}")
                .replace("CALL", "{'toolUse':{'toolUseId':'t','name':'f','input':{}}}")
                .replace("TOOLS", "{'tools':[SPEC]}")
                .replace("SPEC", "{'toolSpec':{'name':'f','inputSchema':{'json':{}}}}");
        refuses(Dialect.BEDROCK_CONVERSE, full, refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'model':null}                             | model is required",
                "{'messages':[]}                            | at least one message",
                "{'messages':[{'role':'developer','content':'a'}]} | messages[0].role",
                "{'messages':[{'role':'tool','content':'a'}]} | tool_call_id is required",
                "{'messages':[{'role':'user','content':''}]} | must not be empty",
                "{'temperature':1.2}                        | temperature must be between",
                "{'p':1}                                    | p must be between",
                "{'k':501}                                  | k must be between",
                "{'max_tokens':0}                           | max_tokens must be between",
                "{'frequency_penalty':0.1,'presence_penalty':0.1} | cannot both be set",
                "{'stop_sequences':['1','2','3','4','5','6']} | at most 5",
                "{'tool_choice':'auto'}                     | one of REQUIRED, NONE",
                "{'tool_choice':{'type':'function'}}        | one of REQUIRED, NONE",
                "{'tools':[{'type':'function','function':{'name':'a-b','parameters':{}}}]} | letters, digits and underscores",
                "{'tools':[{'type':'function','function':{'name':'f'}}]} | function.parameters is required",
                "{'response_format':{'type':'json_schema'}} | one of text, json_object",
                "{'response_format':{'type':'json_object'},'documents':['a']} | together with tools or documents",
            })
    void ofCohere(String change, String refusal) throws Exception {
        refuses(Dialect.COHERE_CHAT, change, refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'model':''}                               | model is required",
                "{'messages':[]}                            | messages is required",
                "{'messages':[{'role':'developer','content':'a'}]} | invalid role: developer",
                "{'messages':[{'role':'user','content':[{'type':'text','text':'a'}]}]} | cannot unmarshal array into Go struct field",
                "{'messages':[{'role':'user','content':'a','images':['data:image/png;base64,AA==']}]} | illegal base64",
                "{'messages':[{'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':'{}'}}]}]} | cannot unmarshal string",
                "{'options':{'temperature':'hot'}}          | of type float32",
                "{'options':{'num_predict':1.5}}            | of type integer",
                "{'options':{'stop':'x'}}                   | of type array",
                "{'format':'xml'}                           | invalid format",
            })
    void ofOllama(String change, String refusal) throws Exception {
        refuses(Dialect.OLLAMA_CHAT, change, refusal);
    }

    private static void refuses(Dialect dialect, String change, String refusal) throws Exception {
        // Given
        SimClient client = new SimClient(server, "m", dialect);
        ObjectNode request = client.request(false);
        int usual = client.post(request).statusCode();
        request.setAll((ObjectNode) SimClient.json(change.replace('\'', '"')));

        // When
        HttpResponse<String> response = client.post(request);

        // Then
        assertThat(usual).isEqualTo(200);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(SimClient.json(response.body()).toString()).contains(refusal.strip());
    }
}
