/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

final class BedrockRequests extends RequestMaker {
    private final ArrayNode messages = request.putArray("messages");

    BedrockRequests(Draw draw) {
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

    private ArrayNode message(String role) {
        return messages.addObject().put("role", role).putArray("content");
    }

    @Override
    void system() {
        ArrayNode system = request.putArray("system");
        for (int count = 1 + draw.below(2); count > 0; count--) {
            text(system);
        }
    }

    private void text(ArrayNode content) {
        content.addObject().put("text", draw.text());
        if (draw.in(5)) {
            ObjectNode point = content.addObject().putObject("cachePoint").put("type", "default");
            if (draw.in(3)) {
                point.put("ttl", draw.one("5m", "1h"));
            }
        }
    }

    @Override
    void user() {
        ArrayNode content = message("user");
        for (int count = 1 + draw.below(3); count > 0; count--) {
            block(content);
        }
        maybeNative(content, "guardContent", (ObjectNode) json("{'guardContent':{'text':{'text':'x'}}}"));
        maybeNative(content, "video", (ObjectNode) json("{'video':{'format':'mp4','source':{'bytes':'AA=='}}}"));
    }

    private void block(ArrayNode content) {
        switch (draw.below(3)) {
            case 0 -> text(content);
            case 1 -> image(content);
            default -> {
                ObjectNode document = content.addObject().putObject("document");
                document.put("format", "pdf").put("name", draw.one("report", "notes (2)"));
                document.putObject("source").put("bytes", PDF);
                maybeNative(document, "context", text("why"));
            }
        }
    }

    private void image(ArrayNode content) {
        String kind = draw.one("png", "jpeg", "gif", "webp");
        ObjectNode image = content.addObject().putObject("image").put("format", kind);
        image.putObject("source").put("bytes", draw.picture(kind));
        maybeUnknown(image);
    }

    @Override
    void assistant(List<Call> calls) {
        ArrayNode content = message("assistant");
        if (draw.in(2)) {
            ObjectNode text = content.addObject().putObject("reasoningContent").putObject("reasoningText");
            text.put("text", draw.text());
            if (draw.in(2)) {
                text.put("signature", draw.unique("sig"));
            }
        }
        if (draw.in(4)) {
            content.addObject().putObject("reasoningContent").put("redactedContent", "ZW5j");
        }
        if (calls.isEmpty() || draw.in(2)) {
            text(content);
        }
        for (Call call : calls) {
            content.addObject()
                    .putObject("toolUse")
                    .put("toolUseId", call.id())
                    .put("name", call.name())
                    .set("input", draw.object());
        }
    }

    @Override
    void results(List<Call> calls) {
        ArrayNode content = message("user");
        for (Call call : calls) {
            ObjectNode result = content.addObject().putObject("toolResult").put("toolUseId", call.id());
            ArrayNode inside = result.putArray("content");
            switch (draw.below(4)) {
                case 0, 1 -> inside.addObject().put("text", draw.text());
                case 2 -> inside.addObject().set("json", draw.object());
                default -> {
                    inside.addObject().put("text", draw.text());
                    image(inside);
                }
            }
            if (draw.in(3)) {
                result.put("status", draw.one("success", "error"));
            }
        }
        if (draw.in(3)) {
            text(content);
        }
    }

    @Override
    void tools() {
        ObjectNode config = request.putObject("toolConfig");
        ArrayNode array = config.putArray("tools");
        for (String name : tools) {
            ObjectNode spec = array.addObject().putObject("toolSpec").put("name", name);
            if (draw.in(2)) {
                spec.put("description", draw.text());
            }
            spec.putObject("inputSchema").set("json", draw.schema());
            if (draw.in(3)) {
                spec.put("strict", draw.in(2));
            }
            maybeUnknown(spec);
        }
        maybeNative(array, "tools", (ObjectNode) json("{'systemTool':{'name':'nova_grounding'}}"));
        switch (draw.below(5)) {
            case 1 -> config.putObject("toolChoice").putObject("auto");
            case 2 -> config.putObject("toolChoice").putObject("any");
            case 3 -> config.putObject("toolChoice").putObject("tool").put("name", tools.get(0));
            default -> {
                // auto
            }
        }
    }

    @Override
    void fields() {
        ObjectNode config = request.putObject("inferenceConfig");
        if (draw.in(2)) {
            config.put("maxTokens", 1 + draw.below(9000));
        }
        if (draw.in(3)) {
            config.put("temperature", draw.eighths(0, 8));
        }
        if (draw.in(4)) {
            config.put("topP", draw.eighths(1, 8));
        }
        if (draw.in(4)) {
            ArrayNode stop = config.putArray("stopSequences");
            for (int count = 1 + draw.below(6); count > 0; count--) {
                stop.add(draw.unique("stop"));
            }
        }
        maybeUnknown(config);
        output();
        if (draw.in(4)) {
            ObjectNode metadata = request.putObject("requestMetadata").put("user_id", "user-1");
            maybeUnknown(metadata);
        }
        maybeNative(request, "guardrailConfig", json("{'guardrailIdentifier':'g'}"));
        maybeNative(request, "additionalModelResponseFieldPaths", Json.array().add("/stop_sequence"));
        maybeNative(request, "performanceConfig", json("{'latency':'optimized'}"));
        if (draw.in(4)) {
            request.putObject("serviceTier").put("type", draw.one("default", "flex", "priority"));
        } else {
            maybeNative(request.putObject("serviceTier"), "type", text("reserved"));
        }
        maybeUnknown(request);
    }

    private void output() {
        if (draw.in(4)) {
            ObjectNode schema = request.withObjectProperty("outputConfig")
                    .putObject("textFormat")
                    .put("type", "json_schema")
                    .putObject("structure")
                    .putObject("jsonSchema");
            schema.put("schema", draw.schema().toString());
            if (draw.in(2)) {
                schema.put("name", draw.one("answer", "weather"));
            }
            if (draw.in(3)) {
                schema.put("description", draw.text());
            }
        }
        if (draw.in(5)) {
            request.withObjectProperty("outputConfig").put("effort", draw.one("low", "medium", "high", "max"));
        }
        if (draw.in(3)) {
            ObjectNode extra = request.putObject("additionalModelRequestFields");
            switch (draw.below(3)) {
                case 0 -> extra.putObject("thinking").put("type", "enabled").put("budget_tokens", 2000);
                case 1 -> extra.putObject("thinking").put("type", "adaptive");
                default -> extra.putObject("thinking").put("type", "disabled");
            }
            maybeNative(extra, "top_k", Json.object().numberNode(7));
        }
    }
}
