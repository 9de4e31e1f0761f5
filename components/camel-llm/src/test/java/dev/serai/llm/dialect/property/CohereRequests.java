/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

final class CohereRequests extends RequestMaker {
    private final ArrayNode messages = request.putArray("messages");

    CohereRequests(Draw draw) {
        super(draw);
    }

    private ObjectNode message(String role) {
        ObjectNode message = messages.addObject().put("role", role);
        maybeUnknown(message);
        return message;
    }

    @Override
    void system() {
        texts(message("system"));
    }

    private void texts(ObjectNode message) {
        if (!draw.in(3)) {
            message.put("content", draw.text());
            return;
        }
        ArrayNode content = message.putArray("content");
        for (int count = 1 + draw.below(2); count > 0; count--) {
            text(content);
        }
    }

    private void text(ArrayNode content) {
        ObjectNode text = content.addObject().put("type", "text").put("text", draw.text());
        maybeUnknown(text);
    }

    @Override
    void user() {
        if (!draw.in(2)) {
            texts(message("user"));
            return;
        }
        ArrayNode content = message("user").putArray("content");
        text(content);
        String kind = draw.one("png", "jpeg", "gif", "webp");
        ObjectNode part = content.addObject().put("type", "image_url");
        ObjectNode image = part.putObject("image_url");
        image.put(
                "url",
                draw.in(3)
                        ? "https://example.com/picture." + kind
                        : "data:image/" + kind + ";base64," + draw.picture(kind));
        if (draw.in(3)) {
            image.put("detail", draw.one("auto", "low", "high"));
        }
        maybeUnknown(image);
    }

    @Override
    void assistant(List<Call> calls) {
        ObjectNode message = message("assistant");
        boolean thought = draw.in(3);
        if (thought) {
            message.putArray("content").addObject().put("type", "thinking").put("thinking", draw.text());
        }
        if (calls.isEmpty() && !thought) {
            texts(message);
        } else if (calls.isEmpty()) {
            text((ArrayNode) message.get("content"));
        } else if (draw.in(2)) {
            message.put("tool_plan", draw.text());
        }
        ArrayNode array = calls.isEmpty() ? null : message.putArray("tool_calls");
        for (Call call : calls) {
            ObjectNode json = array.addObject().put("id", call.id()).put("type", "function");
            json.putObject("function")
                    .put("name", call.name())
                    .put("arguments", draw.object().toString());
            maybeUnknown(json);
        }
        maybeNative(message, "citations", Json.array().add(json("{'start':0,'end':1,'text':'x'}")));
    }

    @Override
    void results(List<Call> calls) {
        for (Call call : calls) {
            ObjectNode message = message("tool").put("tool_call_id", call.id());
            if (draw.in(4)) {
                message.put("content", draw.object().toString());
            } else {
                texts(message);
            }
            if (message.get("content").isArray()) {
                maybeNative((ArrayNode) message.get("content"), "document", (ObjectNode)
                        json("{'type':'document','document':{'data':'x'}}"));
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
        if (draw.in(3)) {
            request.put("strict_tools", draw.in(2));
        }
        if (draw.in(3)) {
            request.put("tool_choice", draw.one("REQUIRED", "NONE"));
        }
    }

    @Override
    void fields() {
        request.put("model", "m");
        if (draw.in(2)) {
            request.put("max_tokens", 1 + draw.below(9000));
        }
        if (draw.in(3)) {
            request.put("temperature", draw.eighths(0, 8));
        }
        if (draw.in(4)) {
            request.put("p", draw.eighths(1, 7));
        }
        if (draw.in(4)) {
            request.put("k", 1 + draw.below(500));
        }
        if (draw.in(4)) {
            request.put("seed", draw.below(100000));
        }
        if (draw.in(4)) {
            request.put(draw.one("frequency_penalty", "presence_penalty"), draw.eighths(0, 8));
        }
        if (draw.in(4)) {
            ArrayNode stop = request.putArray("stop_sequences");
            for (int count = 1 + draw.below(5); count > 0; count--) {
                stop.add(draw.unique("stop"));
            }
        }
        if (tools.isEmpty() && draw.in(3)) {
            ObjectNode format = request.putObject("response_format").put("type", "json_object");
            if (draw.in(2)) {
                format.set("json_schema", draw.schema());
            }
        }
        if (draw.in(3)) {
            boolean on = draw.in(2);
            ObjectNode thinking = request.putObject("thinking").put("type", on ? "enabled" : "disabled");
            if (on && draw.in(2)) {
                // no number that stands for an effort at Gemini: Cohere has no efforts
                thinking.put("token_budget", 2000 + draw.below(5000));
            }
            maybeUnknown(thinking);
        }
        maybeNative(request, "documents", Json.array().add("x"));
        maybeNative(request, "citation_options", json("{'mode':'FAST'}"));
        maybeNative(request, "safety_mode", text("STRICT"));
        maybeNative(request, "logprobs", Json.object().booleanNode(true));
        maybeUnknown(request);
    }
}
