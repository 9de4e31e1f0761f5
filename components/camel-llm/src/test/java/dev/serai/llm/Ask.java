/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A request in any dialect, put together in the plainest way and without any code of the component. Not thread-safe. */
public final class Ask {
    private final Dialect dialect;
    private final ObjectNode body;

    private Ask(Dialect dialect, ObjectNode body) {
        this.dialect = dialect;
        this.body = body;
    }

    /** A prompt that leaves enough room for an answer. */
    public static Ask of(Dialect dialect, String prompt) {
        String request =
                switch (dialect) {
                    case OPENAI_CHAT, ANTHROPIC_MESSAGES, COHERE_CHAT ->
                        "{'model':'asked-for','max_tokens':500,'messages':[{'role':'user','content':'PROMPT'}]}";
                    case OPENAI_RESPONSES ->
                        "{'model':'asked-for','max_output_tokens':500,'input':[{'role':'user','content':'PROMPT'}]}";
                    case GEMINI_GENERATE ->
                        "{'generationConfig':{'maxOutputTokens':500},"
                                + "'contents':[{'role':'user','parts':[{'text':'PROMPT'}]}]}";
                    case BEDROCK_CONVERSE ->
                        "{'inferenceConfig':{'maxTokens':500},"
                                + "'messages':[{'role':'user','content':[{'text':'PROMPT'}]}]}";
                    case OLLAMA_CHAT ->
                        "{'model':'asked-for','options':{'num_predict':500},"
                                + "'messages':[{'role':'user','content':'PROMPT'}]}";
                };
        return new Ask(dialect, json(request.replace("PROMPT", prompt)));
    }

    /** Says in the payload whether to stream, where this dialect says it there; usage is asked for too. */
    public Ask streamed(boolean stream) {
        boolean inPath = dialect == Dialect.GEMINI_GENERATE || dialect == Dialect.BEDROCK_CONVERSE;
        if (!inPath && (stream || dialect == Dialect.OLLAMA_CHAT)) {
            body.put("stream", stream);
        }
        if (stream && dialect == Dialect.OPENAI_CHAT) {
            body.putObject("stream_options").put("include_usage", true);
        }
        return this;
    }

    /** The most tokens of the answer. */
    public Ask limit(int most) {
        switch (dialect) {
            case OPENAI_RESPONSES -> body.put("max_output_tokens", most);
            case GEMINI_GENERATE -> body.withObject("/generationConfig").put("maxOutputTokens", most);
            case BEDROCK_CONVERSE -> body.withObject("/inferenceConfig").put("maxTokens", most);
            case OLLAMA_CHAT -> body.withObject("/options").put("num_predict", most);
            default -> body.put("max_tokens", most);
        }
        return this;
    }

    /** Offers one more tool. */
    public Ask tool(String name, JsonNode schema) {
        ObjectNode tool;
        switch (dialect) {
            case ANTHROPIC_MESSAGES -> tools().put("name", name).set("input_schema", schema);
            case OPENAI_RESPONSES ->
                tools().put("type", "function").put("name", name).set("parameters", schema);
            case GEMINI_GENERATE -> {
                tool = body.withArrayProperty("tools").isEmpty()
                        ? tools()
                        : (ObjectNode) body.path("tools").get(0);
                tool.withArrayProperty("functionDeclarations")
                        .addObject()
                        .put("name", name)
                        .set("parametersJsonSchema", schema);
            }
            case BEDROCK_CONVERSE -> {
                tool = body.withObject("/toolConfig")
                        .withArrayProperty("tools")
                        .addObject()
                        .putObject("toolSpec");
                tool.put("name", name).putObject("inputSchema").set("json", schema);
            }
            default -> {
                tool = tools().put("type", "function").putObject("function");
                tool.put("name", name).set("parameters", schema);
            }
        }
        return this;
    }

    /** Whether the dialect has a word for {@link #forced}. */
    public static boolean canForce(Dialect dialect) {
        return dialect != Dialect.COHERE_CHAT && dialect != Dialect.OLLAMA_CHAT;
    }

    /** This tool is to be called, and no other. */
    public Ask forced(String name) {
        String choice =
                switch (dialect) {
                    case OPENAI_CHAT -> "{'tool_choice':{'type':'function','function':{'name':'TOOL'}}}";
                    case ANTHROPIC_MESSAGES -> "{'tool_choice':{'type':'tool','name':'TOOL'}}";
                    case OPENAI_RESPONSES -> "{'tool_choice':{'type':'function','name':'TOOL'}}";
                    case GEMINI_GENERATE ->
                        "{'toolConfig':{'functionCallingConfig':{'mode':'ANY','allowedFunctionNames':['TOOL']}}}";
                    case BEDROCK_CONVERSE -> "{'toolChoice':{'tool':{'name':'TOOL'}}}";
                    default -> throw new IllegalStateException(dialect + " cannot");
                };
        ObjectNode target = dialect == Dialect.BEDROCK_CONVERSE ? body.withObject("/toolConfig") : body;
        target.setAll(json(choice.replace("TOOL", name)));
        return this;
    }

    /** The field of the payload that {@link #forced} sets. */
    public String choiceField() {
        boolean config = dialect == Dialect.GEMINI_GENERATE || dialect == Dialect.BEDROCK_CONVERSE;
        return config ? "toolConfig" : "tool_choice";
    }

    private ObjectNode tools() {
        return body.withArrayProperty("tools").addObject();
    }

    /** Asks for an instance of a schema. */
    public Ask answerSchema(JsonNode schema) {
        ObjectNode format = Sse.object();
        switch (dialect) {
            case OPENAI_CHAT -> {
                body.set("response_format", format.put("type", "json_schema"));
                format.putObject("json_schema").put("name", "answer").set("schema", schema);
            }
            case ANTHROPIC_MESSAGES ->
                body.putObject("output_config")
                        .set("format", format.put("type", "json_schema").set("schema", schema));
            case OPENAI_RESPONSES -> {
                format.put("type", "json_schema").put("name", "answer").set("schema", schema);
                body.putObject("text").set("format", format);
            }
            case GEMINI_GENERATE ->
                body.withObject("/generationConfig")
                        .put("responseMimeType", "application/json")
                        .set("responseJsonSchema", schema);
            case BEDROCK_CONVERSE -> {
                format.putObject("textFormat")
                        .put("type", "json_schema")
                        .putObject("structure")
                        .putObject("jsonSchema")
                        .put("name", "answer")
                        .put("schema", schema.toString());
                body.set("outputConfig", format);
            }
            case COHERE_CHAT ->
                body.set("response_format", format.put("type", "json_object").set("json_schema", schema));
            case OLLAMA_CHAT -> body.set("format", schema);
        }
        return this;
    }

    /** The model has called a tool, and here is the result. */
    public Ask calledAndAnswered(String tool) {
        String turns =
                switch (dialect) {
                    case OPENAI_CHAT, COHERE_CHAT ->
                        "[{'role':'assistant','tool_calls':[{'id':'call_1','type':'function',"
                                + "'function':{'name':'TOOL','arguments':'{}'}}]},"
                                + "{'role':'tool','tool_call_id':'call_1','content':'sunny'}]";
                    case ANTHROPIC_MESSAGES ->
                        "[{'role':'assistant','content':[{'type':'tool_use','id':'toolu_1','name':'TOOL','input':{}}]},"
                                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'toolu_1',"
                                + "'content':'sunny'}]}]";
                    case OPENAI_RESPONSES ->
                        "[{'type':'function_call','call_id':'call_1','name':'TOOL','arguments':'{}'},"
                                + "{'type':'function_call_output','call_id':'call_1','output':'sunny'}]";
                    case GEMINI_GENERATE ->
                        "[{'role':'model','parts':[{'functionCall':{'name':'TOOL','args':{}}}]},"
                                + "{'role':'user','parts':[{'functionResponse':{'name':'TOOL',"
                                + "'response':{'sky':'sunny'}}}]}]";
                    case BEDROCK_CONVERSE ->
                        "[{'role':'assistant','content':[{'toolUse':{'toolUseId':'tooluse_1','name':'TOOL',"
                                + "'input':{}}}]},{'role':'user','content':[{'toolResult':{'toolUseId':'tooluse_1',"
                                + "'content':[{'text':'sunny'}]}}]}]";
                    case OLLAMA_CHAT ->
                        "[{'role':'assistant','content':'','tool_calls':[{'function':{'name':'TOOL','arguments':{}}}]},"
                                + "{'role':'tool','tool_name':'TOOL','content':'sunny'}]";
                };
        body.withArrayProperty(turnsField())
                .addAll((ArrayNode) Sse.read(turns.replace('\'', '"').replace("TOOL", tool)));
        return this;
    }

    /** The field that the dialect cannot do without. */
    public String turnsField() {
        return switch (dialect) {
            case OPENAI_RESPONSES -> "input";
            case GEMINI_GENERATE -> "contents";
            default -> "messages";
        };
    }

    public ObjectNode body() {
        return body;
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Sse.read(text.replace('\'', '"'));
    }
}
