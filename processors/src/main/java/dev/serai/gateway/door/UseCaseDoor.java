/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.output.OutputSchema;
import dev.serai.gateway.task.PromptTemplate;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.Operation;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;

/**
 * The gateway's own dialect: an application says what it wants done, and the task's prompt says how. Inside it is a
 * conversation in the OpenAI chat dialect.
 */
public final class UseCaseDoor implements Door {
    private static final List<String> KEYS = List.of("input", "variables", "messages");

    private final DialectCodec codec = Codecs.of(Dialect.OPENAI_CHAT);
    private final boolean stream;

    public UseCaseDoor(boolean stream) {
        this.stream = stream;
    }

    @Override
    public String name() {
        return stream ? "use-case-stream" : "use-case";
    }

    @Override
    public Ask read(Inbound inbound) throws LlmException {
        JsonNode tree = Json.parseRequest(inbound.body());
        if (!tree.isObject()) {
            throw LlmException.invalid(null, "The body has to be a JSON object, e.g. {\"input\": \"…\"}.");
        }
        for (String key : (Iterable<String>) tree::fieldNames) {
            if (!KEYS.contains(key)) {
                throw LlmException.invalid(
                        key, "'" + key + "' is no field of this door: " + Spelling.fix(key, "fields", KEYS) + ".");
            }
        }
        if (!tree.has("input") && !tree.has("messages")) {
            throw LlmException.invalid("input", "The field 'input' is missing (or 'messages', for a conversation).");
        }
        return new Ask(
                inbound.path().get("task"),
                inbound.header().apply(Doors.PIN_HEADER),
                inbound.body(),
                tree,
                null,
                Map.of());
    }

    @Override
    public Envelope envelope(Ask ask, TaskContract contract, Call call) throws LlmException {
        ObjectNode payload = Json.object();
        payload.put("stream", stream);
        if (stream) {
            payload.putObject("stream_options").put("include_usage", true);
        }
        ArrayNode messages = payload.putArray("messages");
        write(messages, ask.tree(), contract.prompt());
        byte[] bytes = Json.bytes(payload);
        OutputSchema schema = contract.outputSchema();
        if (schema != null) {
            bytes = codec.demandJson(bytes, schema.name(), schema.json());
        }
        LlmRequest request = new LlmRequest(
                Operation.CHAT,
                Dialect.OPENAI_CHAT,
                bytes,
                stream,
                LlmRequest.Limits.NONE,
                contract.mayLose(),
                Map.of(),
                call.cancellation());
        return new Envelope(request, codec.summarize(Json.parseRequest(bytes)));
    }

    private static void write(ArrayNode messages, JsonNode body, PromptTemplate prompt) throws LlmException {
        String input = text(body.get("input"));
        Map<String, String> variables = variables(body.get("variables"));
        if (prompt != null) {
            String system = prompt.system(input, variables);
            if (!system.isEmpty()) {
                messages.addObject().put("role", "system").put("content", system);
            }
        }
        JsonNode history = body.get("messages");
        if (history != null) {
            if (!history.isArray()) {
                throw LlmException.invalid("messages", "'messages' has to be an array of {\"role\", \"content\"}.");
            }
            history.forEach(messages::add);
        }
        if (body.has("input")) {
            String user = prompt == null ? input : prompt.user(input, variables);
            messages.addObject().put("role", "user").put("content", user);
        }
    }

    private static String text(JsonNode input) throws LlmException {
        if (input == null || input.isNull()) {
            return "";
        }
        if (!input.isTextual() && !input.isObject()) {
            throw LlmException.invalid("input", "'input' has to be a string or an object.");
        }
        return input.isTextual() ? input.textValue() : input.toString();
    }

    private static Map<String, String> variables(JsonNode variables) throws LlmException {
        Map<String, String> values = new LinkedHashMap<>();
        if (variables != null) {
            if (!variables.isObject()) {
                throw LlmException.invalid("variables", "'variables' has to be an object of names and values.");
            }
            variables
                    .fields()
                    .forEachRemaining(field -> values.put(
                            field.getKey(),
                            field.getValue().isTextual()
                                    ? field.getValue().textValue()
                                    : field.getValue().toString()));
        }
        return values;
    }

    @Override
    public byte[] answer(Call call, LlmResponse response) throws LlmException {
        Answer answer = codec.readAnswer(Json.parseAnswer(response.body()), null);
        ObjectNode body = Json.object();
        body.put("id", call.requestId()).put("task", call.task().name());
        body.set("output", output(answer.text(), call.task().contract()));
        Finish.write(body, response.stopReason(), response.usage());
        return Json.bytes(body);
    }

    private static JsonNode output(String text, TaskContract contract) {
        if (contract.outputSchema() != null) {
            try {
                return Json.MAPPER.readTree(text);
            } catch (JsonProcessingException e) {
                // a refusal or a tool call instead of the object
                return TextNode.valueOf(text);
            }
        }
        return TextNode.valueOf(text);
    }

    @Override
    public boolean streamsRestart() {
        return true;
    }

    @Override
    public Events events(Call call) {
        return new UseCaseEvents(call.requestId(), call.task().name());
    }

    @Override
    public byte[] error(LlmException error, String requestId) {
        return Json.bytes(errorBody(error, requestId));
    }

    @Override
    public byte[] streamError(LlmException error, String requestId) {
        return ("event: error\ndata: " + errorBody(error, requestId) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode errorBody(LlmException error, String requestId) {
        ObjectNode body = Json.object();
        ObjectNode details = body.putObject("error");
        details.put("class", error.errorClass().code());
        if (error.code() != null) {
            details.put("code", error.code());
        }
        details.put("message", error.reason());
        if (error.field() != null) {
            details.put("field", error.field());
        }
        error.retryAfter().ifPresent(wait -> details.put("retryAfterSeconds", RetryAfterHeader.seconds(wait)));
        details.put("requestId", requestId);
        return body;
    }
}
