/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

final class AnthropicRequests extends RequestMaker {
    private final ArrayNode messages = Json.array();

    AnthropicRequests(Draw draw) {
        super(draw);
    }

    @Override
    boolean needsDefinitions() {
        return true;
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
        texts(request, "system");
    }

    /** A string or blocks. */
    private void texts(ObjectNode owner, String field) {
        if (!draw.in(2)) {
            owner.put(field, draw.text());
            return;
        }
        ArrayNode content = owner.putArray(field);
        for (int count = 1 + draw.below(2); count > 0; count--) {
            text(content);
        }
    }

    private void text(ArrayNode content) {
        ObjectNode text = content.addObject().put("type", "text").put("text", draw.text());
        if (draw.in(4)) {
            mark(text.putObject("cache_control"));
        }
        maybeNative(text, "citations", Json.array().add(json("{'type':'page_location'}")));
    }

    private void mark(ObjectNode mark) {
        mark.put("type", "ephemeral");
        if (draw.in(3)) {
            mark.put("ttl", draw.one("5m", "1h"));
        }
    }

    @Override
    void user() {
        if (!draw.in(2)) {
            texts(message("user"), "content");
            return;
        }
        ArrayNode content = message("user").putArray("content");
        for (int count = 1 + draw.below(3); count > 0; count--) {
            block(content);
        }
        maybeNative(content, "container_upload", (ObjectNode) json("{'type':'container_upload','file_id':'f'}"));
    }

    private void block(ArrayNode content) {
        switch (draw.below(3)) {
            case 0 -> text(content);
            case 1 -> image(content);
            default -> document(content);
        }
    }

    private void image(ArrayNode content) {
        ObjectNode block = content.addObject().put("type", "image");
        String kind = draw.one("png", "jpeg", "gif", "webp");
        ObjectNode source = block.putObject("source");
        if (draw.in(3)) {
            source.put("type", "url").put("url", "https://example.com/picture." + kind);
        } else {
            source.put("type", "base64").put("media_type", "image/" + kind).put("data", draw.picture(kind));
        }
        maybeNative(block, "cache_control", json("{'type':'ephemeral'}"));
        maybeUnknown(source);
    }

    private void document(ArrayNode content) {
        ObjectNode block = content.addObject().put("type", "document");
        ObjectNode source = block.putObject("source");
        if (draw.in(3)) {
            source.put("type", "url").put("url", "https://example.com/paper.pdf");
        } else {
            source.put("type", "base64").put("media_type", "application/pdf").put("data", PDF);
        }
        if (draw.in(2)) {
            block.put("title", draw.one("report.pdf", "notes"));
        }
        maybeNative(block, "context", text("why"));
        maybeNative(block, "citations", json("{'enabled':true}"));
        maybeNative(content, "document", (ObjectNode) json("{'type':'document','source':{'type':'text','data':'x'}}"));
    }

    @Override
    void assistant(List<Call> calls) {
        ObjectNode message = message("assistant");
        if (calls.isEmpty() && draw.in(2)) {
            message.put("content", draw.text());
            return;
        }
        ArrayNode content = message.putArray("content");
        if (draw.in(2)) {
            content.addObject()
                    .put("type", "thinking")
                    .put("thinking", draw.text())
                    .put("signature", draw.unique("sig"));
        }
        if (draw.in(4)) {
            content.addObject().put("type", "redacted_thinking").put("data", draw.unique("enc"));
        }
        if (calls.isEmpty() || draw.in(2)) {
            text(content);
        }
        for (Call call : calls) {
            ObjectNode block = content.addObject()
                    .put("type", "tool_use")
                    .put("id", call.id())
                    .put("name", call.name());
            block.set("input", draw.object());
            maybeUnknown(block);
        }
        maybeNative(content, "server_tool_use", (ObjectNode) json("{'type':'server_tool_use','id':'s','name':'w'}"));
    }

    @Override
    void results(List<Call> calls) {
        ArrayNode content = message("user").putArray("content");
        for (Call call : calls) {
            ObjectNode block = content.addObject().put("type", "tool_result").put("tool_use_id", call.id());
            switch (draw.below(5)) {
                case 0, 1 -> block.put("content", draw.text());
                case 2 -> block.put("content", draw.object().toString());
                case 3 -> {
                    ArrayNode inside = block.putArray("content");
                    text(inside);
                    image(inside);
                }
                default -> {
                    // nothing to say
                }
            }
            if (draw.in(4)) {
                block.put("is_error", true);
            }
            maybeNative(block, "cache_control", json("{'type':'ephemeral'}"));
        }
        if (draw.in(3)) {
            text(content);
        }
    }

    @Override
    void tools() {
        ArrayNode array = request.putArray("tools");
        for (String name : tools) {
            ObjectNode tool = array.addObject().put("name", name);
            if (draw.in(2)) {
                tool.put("description", draw.text());
            }
            tool.set("input_schema", draw.schema());
            if (draw.in(3)) {
                tool.put("strict", draw.in(2));
            }
            maybeNative(tool, "cache_control", json("{'type':'ephemeral'}"));
            maybeNative(tool, "defer_loading", Json.object().booleanNode(true));
        }
        maybeNative(array, "tools", (ObjectNode) json("{'type':'web_search_20250305','name':'web_search'}"));
        if (draw.in(2)) {
            String type = draw.one("auto", "any", "none", "tool");
            ObjectNode choice = request.putObject("tool_choice").put("type", type);
            if (type.equals("tool")) {
                choice.put("name", tools.get(0));
            }
            if (!type.equals("none") && draw.in(2)) {
                choice.put("disable_parallel_tool_use", draw.in(2));
            }
        }
    }

    @Override
    void fields() {
        request.put("model", "m").put("max_tokens", 1 + draw.below(9000));
        request.set("messages", messages);
        if (draw.in(3)) {
            request.put("temperature", draw.eighths(0, 8));
        }
        if (draw.in(4)) {
            request.put("top_p", draw.eighths(1, 8));
        }
        if (draw.in(4)) {
            request.put("top_k", 1 + draw.below(100));
        }
        if (draw.in(4)) {
            ArrayNode stop = request.putArray("stop_sequences");
            for (int count = 1 + draw.below(6); count > 0; count--) {
                stop.add(draw.unique("stop"));
            }
        }
        reasoning();
        if (draw.in(4)) {
            ObjectNode format = request.withObjectProperty("output_config").putObject("format");
            format.put("type", "json_schema").set("schema", draw.schema());
        }
        if (draw.in(4)) {
            ObjectNode metadata = request.putObject("metadata").put("user_id", draw.one("user-1", "a b;c"));
            maybeUnknown(metadata);
        }
        if (draw.in(4)) {
            request.put("service_tier", draw.one("auto", "standard_only"));
        }
        maybeNative(request, "container", text("c"));
        maybeNative(request, "mcp_servers", Json.array().add(json("{'type':'url','url':'https://x'}")));
        maybeNative(request, "cache_control", json("{'type':'ephemeral'}"));
        maybeUnknown(request);
    }

    private void reasoning() {
        switch (draw.below(5)) {
            case 1 -> {
                ObjectNode thinking = request.putObject("thinking").put("type", "enabled");
                thinking.put("budget_tokens", draw.one(1024, 2000, 16000));
                maybeNative(thinking, "display", text("omitted"));
            }
            case 2 -> request.putObject("thinking").put("type", "adaptive");
            case 3 -> request.putObject("thinking").put("type", "disabled");
            default -> {
                // as the model likes
            }
        }
        if (draw.in(5)) {
            request.withObjectProperty("output_config").put("effort", draw.one("low", "medium", "high", "max"));
        }
    }
}
