/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

final class ResponsesRequests extends RequestMaker {
    private final ArrayNode input = request.putArray("input");

    ResponsesRequests(Draw draw) {
        super(draw);
    }

    private ObjectNode message(String role) {
        ObjectNode message = input.addObject();
        if (draw.in(2)) {
            message.put("type", "message");
        }
        message.put("role", role);
        maybeUnknown(message);
        return message;
    }

    @Override
    void system() {
        if (draw.in(2)) {
            request.put("instructions", draw.text());
        }
        if (draw.in(2)) {
            texts(message(draw.one("system", "developer")), "input_text");
        }
    }

    private void texts(ObjectNode message, String type) {
        if (!draw.in(2)) {
            message.put("content", draw.text());
            return;
        }
        ArrayNode content = message.putArray("content");
        for (int count = 1 + draw.below(2); count > 0; count--) {
            content.addObject().put("type", type).put("text", draw.text());
        }
    }

    @Override
    void user() {
        if (!draw.in(2)) {
            texts(message("user"), "input_text");
            return;
        }
        ArrayNode content = message("user").putArray("content");
        for (int count = 1 + draw.below(3); count > 0; count--) {
            part(content);
        }
        maybeNative(content, "input_audio", (ObjectNode) json("{'type':'input_audio','input_audio':{}}"));
    }

    private void part(ArrayNode content) {
        switch (draw.below(3)) {
            case 0 -> content.addObject().put("type", "input_text").put("text", draw.text());
            case 1 -> image(content);
            default -> {
                ObjectNode file = content.addObject().put("type", "input_file");
                if (draw.in(3)) {
                    file.put("file_url", "https://example.com/paper.pdf");
                } else {
                    file.put("filename", draw.one("report.pdf", "notes"))
                            .put("file_data", "data:application/pdf;base64," + PDF);
                }
                maybeUnknown(file);
            }
        }
        maybeNative(content, draw.one("file_id"), (ObjectNode) json("{'type':'input_file','file_id':'file-1'}"));
    }

    private void image(ArrayNode content) {
        String kind = draw.one("png", "jpeg", "gif", "webp");
        ObjectNode image = content.addObject().put("type", "input_image");
        image.put(
                "image_url",
                draw.in(3)
                        ? "https://example.com/picture." + kind
                        : "data:image/" + kind + ";base64," + draw.picture(kind));
        if (draw.in(3)) {
            image.put("detail", draw.one("auto", "low", "high"));
        }
    }

    @Override
    void assistant(List<Call> calls) {
        if (draw.in(2)) {
            ObjectNode item = input.addObject().put("type", "reasoning").put("id", draw.unique("rs_"));
            ArrayNode summary = item.putArray("summary");
            if (draw.in(2)) {
                summary.addObject().put("type", "summary_text").put("text", draw.text());
            }
            item.put("encrypted_content", draw.unique("enc"));
        }
        if (calls.isEmpty() && draw.in(6)) {
            ObjectNode message = message("assistant");
            message.putArray("content").addObject().put("type", "refusal").put("refusal", draw.text());
        } else if (calls.isEmpty() || draw.in(2)) {
            texts(message("assistant"), "output_text");
        }
        for (Call call : calls) {
            ObjectNode item = input.addObject().put("type", "function_call");
            if (draw.in(2)) {
                item.put("id", draw.unique("fc_")).put("status", "completed");
            }
            item.put("call_id", call.id())
                    .put("name", call.name())
                    .put("arguments", draw.object().toString());
            maybeUnknown(item);
        }
        maybeNative(input, "web_search_call", (ObjectNode) json("{'type':'web_search_call','id':'ws_1'}"));
    }

    @Override
    void results(List<Call> calls) {
        for (Call call : calls) {
            ObjectNode item =
                    input.addObject().put("type", "function_call_output").put("call_id", call.id());
            switch (draw.below(4)) {
                case 0, 1 -> item.put("output", draw.text());
                case 2 -> item.put("output", draw.object().toString());
                default -> {
                    ArrayNode output = item.putArray("output");
                    output.addObject().put("type", "input_text").put("text", draw.text());
                    image(output);
                }
            }
        }
    }

    @Override
    void tools() {
        ArrayNode array = request.putArray("tools");
        for (String name : tools) {
            ObjectNode tool = array.addObject().put("type", "function").put("name", name);
            if (draw.in(2)) {
                tool.put("description", draw.text());
            }
            if (draw.in(2)) {
                tool.set("parameters", draw.schema());
            }
            tool.put("strict", draw.in(2));
            maybeUnknown(tool);
        }
        maybeNative(array, "tools", (ObjectNode) json("{'type':'web_search'}"));
        switch (draw.below(5)) {
            case 1 -> request.put("tool_choice", draw.one("auto", "none", "required"));
            case 2 -> request.putObject("tool_choice").put("type", "function").put("name", tools.get(0));
            default -> maybeNative(request, "tool_choice", json("{'type':'web_search'}"));
        }
        if (draw.in(3)) {
            request.put("parallel_tool_calls", draw.in(2));
        }
    }

    @Override
    void fields() {
        request.put("model", "m").put("store", false);
        if (draw.in(2)) {
            request.put("max_output_tokens", 16 + draw.below(9000));
        }
        if (draw.in(3)) {
            request.put("temperature", draw.eighths(0, 16));
        }
        if (draw.in(4)) {
            request.put("top_p", draw.eighths(1, 8));
        }
        format();
        if (draw.in(3)) {
            ObjectNode reasoning = request.putObject("reasoning");
            if (draw.in(2)) {
                reasoning.put("effort", draw.one("none", "minimal", "low", "medium", "high", "xhigh"));
            }
            if (draw.in(2)) {
                reasoning.put("summary", "auto");
            }
            maybeUnknown(reasoning);
        }
        OpenAiFields.service(draw, request);
        answers();
        maybeNative(request, "previous_response_id", text("resp_1"));
        maybeNative(request, "truncation", text("auto"));
        maybeUnknown(request);
    }

    private void answers() {
        if (draw.in(4)) {
            request.put("top_logprobs", draw.below(20));
        }
        if (draw.in(4)) {
            request.putArray("include").add("message.output_text.logprobs");
        }
        if (draw.in(6)) {
            request.withObjectProperty("text").put("verbosity", draw.one("low", "medium", "high"));
        }
        if (draw.in(6)) {
            request.putObject("metadata").put("k", draw.text());
        }
    }

    private void format() {
        switch (draw.below(5)) {
            case 1 -> request.withObjectProperty("text").putObject("format").put("type", "json_object");
            case 2 -> {
                ObjectNode format =
                        request.withObjectProperty("text").putObject("format").put("type", "json_schema");
                format.put("name", draw.one("answer", "weather")).set("schema", draw.schema());
                if (draw.in(3)) {
                    format.put("description", draw.text());
                }
                if (draw.in(2)) {
                    format.put("strict", draw.in(2));
                }
            }
            case 3 -> request.withObjectProperty("text").putObject("format").put("type", "text");
            default -> {
                // text
            }
        }
    }
}
