/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

final class OllamaRequests extends RequestMaker {
    private final ArrayNode messages = request.putArray("messages");
    private final boolean withIds = draw.in(2);

    OllamaRequests(Draw draw) {
        super(draw);
    }

    @Override
    boolean mayEndWithAssistant() {
        return true;
    }

    private ObjectNode message(String role) {
        ObjectNode message = messages.addObject().put("role", role);
        maybeUnknown(message);
        return message;
    }

    @Override
    void system() {
        message("system").put("content", draw.text());
    }

    @Override
    void user() {
        ObjectNode message = message("user").put("content", draw.text());
        for (int count = draw.below(3); count > 0; count--) {
            message.withArrayProperty("images").add(draw.picture(draw.one("png", "jpeg", "gif", "webp")));
        }
    }

    @Override
    void assistant(List<Call> calls) {
        ObjectNode message = message("assistant");
        message.put("content", calls.isEmpty() || draw.in(2) ? draw.text() : "");
        if (draw.in(3)) {
            message.put("thinking", draw.text());
        }
        ArrayNode array = calls.isEmpty() ? null : message.putArray("tool_calls");
        for (Call call : calls) {
            ObjectNode json = array.addObject();
            if (withIds) {
                json.put("id", call.id());
            }
            json.putObject("function").put("name", call.name()).set("arguments", draw.object());
            maybeUnknown(json);
        }
    }

    @Override
    void results(List<Call> calls) {
        for (Call call : calls) {
            ObjectNode message = message("tool").put("tool_name", call.name());
            message.put("content", draw.in(4) ? draw.object().toString() : draw.text());
            if (withIds) {
                message.put("tool_call_id", call.id());
            }
        }
    }

    @Override
    void tools() {
        ArrayNode array = request.putArray("tools");
        for (String name : tools) {
            ObjectNode function = array.addObject()
                    .put("type", "function")
                    .putObject("function")
                    .put("name", name);
            if (draw.in(2)) {
                function.put("description", draw.text());
            }
            function.set("parameters", draw.schema());
            maybeUnknown(function);
        }
    }

    @Override
    void fields() {
        request.put("model", "m").put("stream", draw.in(2));
        ObjectNode options = request.putObject("options");
        if (draw.in(2)) {
            options.put("num_predict", 1 + draw.below(9000));
        }
        if (draw.in(3)) {
            options.put("temperature", draw.eighths(0, 16));
        }
        if (draw.in(4)) {
            options.put("top_p", draw.eighths(1, 8));
        }
        if (draw.in(4)) {
            options.put("top_k", 1 + draw.below(100));
        }
        if (draw.in(4)) {
            options.put("seed", draw.below(100000));
        }
        if (draw.in(5)) {
            options.put("frequency_penalty", draw.eighths(-16, 16));
        }
        if (draw.in(5)) {
            options.put("presence_penalty", draw.eighths(-16, 16));
        }
        if (draw.in(4)) {
            ArrayNode stop = options.putArray("stop");
            for (int count = 1 + draw.below(6); count > 0; count--) {
                stop.add(draw.unique("stop"));
            }
        }
        switch (draw.below(4)) {
            case 1 -> request.put("format", "json");
            case 2 -> request.set("format", draw.schema());
            default -> {
                // text
            }
        }
        switch (draw.below(4)) {
            case 1 -> request.put("think", draw.in(2));
            case 2 -> request.put("think", draw.one("low", "medium", "high", "max"));
            default -> {
                // as the model likes
            }
        }
        maybeNative(options, "num_ctx", Json.object().numberNode(8192));
        maybeNative(options, "mirostat", Json.object().numberNode(1));
        maybeNative(request, "keep_alive", text("5m"));
        maybeNative(request, "logprobs", Json.object().booleanNode(true));
        maybeUnknown(request);
    }
}
