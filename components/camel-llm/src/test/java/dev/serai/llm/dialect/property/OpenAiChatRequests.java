/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

final class OpenAiChatRequests extends RequestMaker {
    private final ArrayNode messages = request.putArray("messages");

    OpenAiChatRequests(Draw draw) {
        super(draw);
    }

    private ObjectNode message(String role) {
        ObjectNode message = messages.addObject().put("role", role);
        maybeUnknown(message);
        return message;
    }

    @Override
    void system() {
        for (int count = 1 + draw.below(2); count > 0; count--) {
            texts(message(draw.one("system", "developer")));
        }
    }

    @Override
    void user() {
        ObjectNode message = message("user");
        if (draw.in(8)) {
            message.put("name", "ann");
        }
        if (!draw.in(2)) {
            texts(message);
            return;
        }
        ArrayNode content = message.putArray("content");
        for (int count = 1 + draw.below(3); count > 0; count--) {
            part(content);
        }
        if (draw.in(8)) {
            ObjectNode audio = content.addObject().put("type", "input_audio").putObject("input_audio");
            audio.put("data", "UklGRg==").put("format", draw.one("wav", "mp3"));
        }
        maybeNative(content, "input_audio", (ObjectNode) json("{'type':'input_audio','input_audio':'AA=='}"));
    }

    private void part(ArrayNode content) {
        switch (draw.below(4)) {
            case 0 -> text(content);
            case 1 -> image(content.addObject().put("type", "image_url").putObject("image_url"));
            case 2 -> {
                ObjectNode part = content.addObject().put("type", "file");
                part.putObject("file")
                        .put("filename", draw.one("report.pdf", "notes"))
                        .put("file_data", "data:application/pdf;base64," + PDF);
                maybeUnknown(part);
            }
            default -> {
                text(content);
                maybeNative(content, "file", (ObjectNode) json("{'type':'file','file':{'file_id':'file-1'}}"));
            }
        }
    }

    private void text(ArrayNode content) {
        ObjectNode text = content.addObject().put("type", "text").put("text", draw.text());
        maybeNative(text, "cache_control", json("{'type':'ephemeral'}"));
    }

    private void image(ObjectNode image) {
        String kind = draw.one("png", "jpeg", "gif", "webp");
        image.put(
                "url",
                draw.in(3)
                        ? "https://example.com/picture." + kind + "?size=1"
                        : "data:image/" + kind + ";base64," + draw.picture(kind));
        if (draw.in(3)) {
            image.put("detail", draw.one("auto", "low", "high"));
        }
        maybeUnknown(image);
    }

    /** A string or parts. */
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

    @Override
    void assistant(List<Call> calls) {
        ObjectNode message = message("assistant");
        reasoning(message);
        if (calls.isEmpty() && draw.in(6)) {
            message.putNull("content").put("refusal", draw.text());
        } else if (calls.isEmpty() || draw.in(2)) {
            texts(message);
        } else {
            message.putNull("content");
        }
        ArrayNode array = calls.isEmpty() ? null : message.putArray("tool_calls");
        for (Call call : calls) {
            ObjectNode json = array.addObject().put("id", call.id()).put("type", "function");
            String arguments = draw.object().toString();
            json.putObject("function")
                    .put("name", call.name())
                    .put("arguments", draw.in(4) ? arguments.replace(":", ": ") : arguments);
            maybeUnknown(json);
        }
        maybeNative(message, "audio", json("{'id':'audio_1'}"));
    }

    private void reasoning(ObjectNode message) {
        switch (draw.below(4)) {
            case 1 -> message.put("reasoning_content", draw.text());
            case 2 -> {
                String text = draw.text();
                message.put("reasoning_content", text)
                        .putArray("reasoning_details")
                        .addObject()
                        .put("type", "reasoning.text")
                        .put("text", text)
                        .put("signature", draw.unique("sig"))
                        .put("index", 0);
            }
            case 3 ->
                message.putArray("reasoning_details")
                        .addObject()
                        .put("type", "reasoning.encrypted")
                        .put("data", draw.unique("enc"))
                        .put("index", 0);
            default -> {
                // most models show none
            }
        }
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
        }
    }

    @Override
    void tools() {
        ArrayNode array = request.putArray("tools");
        for (String name : tools) {
            ObjectNode tool = array.addObject().put("type", "function");
            ObjectNode function = tool.putObject("function").put("name", name);
            if (draw.in(2)) {
                function.put("description", draw.text());
            }
            if (draw.in(2)) {
                function.set("parameters", draw.schema());
            }
            if (draw.in(3)) {
                function.put("strict", draw.in(2));
            }
            maybeUnknown(function);
        }
        maybeNative(array, "tools", (ObjectNode) json("{'type':'custom','custom':{'name':'grep'}}"));
        switch (draw.below(5)) {
            case 1 -> request.put("tool_choice", draw.one("auto", "none", "required"));
            case 2 ->
                request.putObject("tool_choice")
                        .put("type", "function")
                        .putObject("function")
                        .put("name", tools.get(0));
            default -> maybeNative(request, "tool_choice", json("{'type':'allowed_tools'}"));
        }
        if (draw.in(3)) {
            request.put("parallel_tool_calls", draw.in(2));
        }
    }

    @Override
    void fields() {
        request.put("model", "m").put("stream", draw.in(2));
        if (draw.in(2)) {
            request.put(draw.one("max_completion_tokens", "max_tokens"), 1 + draw.below(9000));
        }
        sampling();
        format();
        if (draw.in(4)) {
            request.put("reasoning_effort", draw.one("none", "minimal", "low", "medium", "high", "xhigh"));
        }
        OpenAiFields.service(draw, request);
        answers();
        natives();
    }

    private void sampling() {
        if (draw.in(3)) {
            request.put("temperature", draw.eighths(0, 16));
        }
        if (draw.in(4)) {
            request.put("top_p", draw.eighths(1, 8));
        }
        if (draw.in(4)) {
            request.put("seed", draw.below(100000));
        }
        if (draw.in(4)) {
            request.put("frequency_penalty", draw.eighths(-16, 16));
        }
        if (draw.in(4)) {
            request.put("presence_penalty", draw.eighths(-16, 16));
        }
        if (draw.in(4)) {
            ArrayNode stop = request.putArray("stop");
            for (int count = 1 + draw.below(4); count > 0; count--) {
                stop.add(draw.unique("stop"));
            }
        } else if (draw.in(6)) {
            request.put("stop", "END");
        }
    }

    private void format() {
        switch (draw.below(5)) {
            case 1 -> request.putObject("response_format").put("type", "json_object");
            case 2 -> {
                ObjectNode schema = request.putObject("response_format")
                        .put("type", "json_schema")
                        .putObject("json_schema");
                schema.put("name", draw.one("answer", "weather")).set("schema", draw.schema());
                if (draw.in(3)) {
                    schema.put("description", draw.text());
                }
                if (draw.in(2)) {
                    schema.put("strict", draw.in(2));
                }
            }
            case 3 -> request.putObject("response_format").put("type", "text");
            default -> {
                // text
            }
        }
    }

    private void answers() {
        if (draw.in(4)) {
            request.put("n", 1 + draw.below(9));
        }
        if (draw.in(4)) {
            request.put("logprobs", true).put("top_logprobs", draw.below(20));
        } else if (draw.in(8)) {
            request.put("logprobs", draw.in(2));
        }
        if (draw.in(6)) {
            request.put("verbosity", draw.one("low", "medium", "high"));
        }
    }

    private void natives() {
        maybeNative(request, "logit_bias", json("{'50256':-100}"));
        maybeNative(request, "metadata", json("{'k':'v'}"));
        maybeNative(request, "prediction", json("{'type':'content','content':'x'}"));
        maybeNative(request, "web_search_options", json("{'search_context_size':'low'}"));
        maybeUnknown(request);
    }
}
