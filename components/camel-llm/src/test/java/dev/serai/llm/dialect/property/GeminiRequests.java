/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.dialect.Json;

final class GeminiRequests extends RequestMaker {
    private final ArrayNode contents = request.putArray("contents");
    private final boolean withIds = draw.in(2);

    GeminiRequests(Draw draw) {
        super(draw);
    }

    private ArrayNode content(String role) {
        ObjectNode content = contents.addObject().put("role", role);
        maybeUnknown(content);
        return content.putArray("parts");
    }

    @Override
    void system() {
        ObjectNode system = request.putObject("systemInstruction");
        ArrayNode parts = system.putArray("parts");
        for (int count = 1 + draw.below(2); count > 0; count--) {
            parts.addObject().put("text", draw.text());
        }
    }

    @Override
    void user() {
        ArrayNode parts = content("user");
        for (int count = 1 + draw.below(3); count > 0; count--) {
            part(parts);
        }
        maybeNative(parts, "executableCode", (ObjectNode) json("{'executableCode':{'language':'PYTHON','code':'1'}}"));
    }

    private void part(ArrayNode parts) {
        ObjectNode part = parts.addObject();
        switch (draw.below(4)) {
            case 0 -> part.put("text", draw.text());
            case 1 -> image(part);
            case 2 ->
                part.putObject("inlineData")
                        .put("mimeType", draw.one("audio/wav", "audio/mp3", "audio/ogg"))
                        .put("data", "UklGRg==");
            default -> {
                if (draw.in(3)) {
                    part.putObject("fileData")
                            .put("mimeType", "application/pdf")
                            .put("fileUri", "https://example.com/paper.pdf");
                } else {
                    part.putObject("inlineData")
                            .put("mimeType", "application/pdf")
                            .put("data", PDF);
                }
            }
        }
        maybeNative(part, "videoMetadata", json("{'fps':1}"));
    }

    private void image(ObjectNode part) {
        String kind = draw.one("png", "jpeg", "gif", "webp");
        if (draw.in(3)) {
            part.putObject("fileData")
                    .put("mimeType", "image/" + kind)
                    .put("fileUri", "https://example.com/picture." + kind.replace("jpeg", "jpg"));
        } else {
            part.putObject("inlineData").put("mimeType", "image/" + kind).put("data", draw.picture(kind));
        }
    }

    @Override
    void assistant(List<Call> calls) {
        ArrayNode parts = content("model");
        if (draw.in(3)) {
            parts.addObject().put("text", draw.text()).put("thought", true);
        }
        boolean signed = draw.in(2);
        if (calls.isEmpty() || draw.in(2)) {
            ObjectNode text = parts.addObject().put("text", draw.text());
            sign(text, signed && calls.isEmpty());
        }
        for (Call call : calls) {
            ObjectNode part = parts.addObject();
            ObjectNode json = part.putObject("functionCall");
            if (withIds) {
                json.put("id", call.id());
            }
            json.put("name", call.name()).set("args", draw.object());
            sign(part, signed);
            signed = false;
        }
    }

    private void sign(ObjectNode part, boolean signed) {
        if (signed) {
            part.put("thoughtSignature", draw.unique("sig"));
        }
    }

    @Override
    void results(List<Call> calls) {
        ArrayNode parts = content(draw.one("user", "function"));
        for (Call call : calls) {
            ObjectNode json = parts.addObject().putObject("functionResponse");
            if (withIds) {
                json.put("id", call.id());
            }
            json.put("name", call.name());
            switch (draw.below(4)) {
                case 0 -> json.putObject("response").put("output", draw.text());
                case 1 -> json.putObject("response").put("error", draw.text());
                case 2 -> json.set("response", draw.object().put("result", draw.below(9)));
                default -> json.putObject("response");
            }
            maybeNative(json, "scheduling", text("SILENT"));
        }
        if (draw.in(4)) {
            parts.addObject().put("text", draw.text());
        }
    }

    @Override
    void tools() {
        ArrayNode array = request.putArray("tools");
        ArrayNode functions = array.addObject().putArray("functionDeclarations");
        for (String name : tools) {
            ObjectNode function = functions.addObject().put("name", name);
            if (draw.in(2)) {
                function.put("description", draw.text());
            }
            if (draw.in(2)) {
                function.set("parametersJsonSchema", draw.schema());
            }
            maybeNative(function, "behavior", text("NON_BLOCKING"));
        }
        maybeNative(array, "tools", (ObjectNode) json("{'googleSearch':{}}"));
        if (draw.in(2)) {
            ObjectNode calling = request.putObject("toolConfig").putObject("functionCallingConfig");
            String mode = draw.one("AUTO", "ANY", "NONE", "VALIDATED");
            calling.put("mode", mode);
            if (mode.equals("ANY") && draw.in(2)) {
                calling.putArray("allowedFunctionNames").add(tools.get(0));
            }
            maybeUnknown(calling);
        }
    }

    @Override
    void fields() {
        ObjectNode config = request.putObject("generationConfig");
        if (draw.in(2)) {
            config.put("maxOutputTokens", 1 + draw.below(9000));
        }
        sampling(config);
        switch (draw.below(5)) {
            case 1 -> config.put("responseMimeType", "application/json");
            case 2 -> {
                config.put("responseMimeType", "application/json");
                ObjectNode schema = draw.schema();
                ((ObjectNode) schema.get("properties")).remove("zip");
                config.set("responseJsonSchema", schema);
            }
            case 3 -> config.put("responseMimeType", "text/plain");
            default -> {
                // text
            }
        }
        thinking(config);
        if (draw.in(4)) {
            config.put("candidateCount", 1 + draw.below(8));
        }
        if (draw.in(4)) {
            config.put("responseLogprobs", true);
            if (draw.in(2)) {
                config.put("logprobs", 1 + draw.below(20));
            }
        }
        if (draw.in(4)) {
            request.put("serviceTier", draw.one("STANDARD", "FLEX", "PRIORITY"));
        }
        maybeNative(config, "speechConfig", json("{'languageCode':'de'}"));
        maybeNative(request, "safetySettings", Json.array().add(json("{'category':'c','threshold':'OFF'}")));
        maybeNative(request, "cachedContent", text("cachedContents/1"));
        maybeNative(request, "labels", json("{'team_a':'x_y'}"));
        maybeUnknown(request);
    }

    private void sampling(ObjectNode config) {
        if (draw.in(3)) {
            config.put("temperature", draw.eighths(0, 16));
        }
        if (draw.in(4)) {
            config.put("topP", draw.eighths(1, 8));
        }
        if (draw.in(4)) {
            config.put("topK", 1 + draw.below(100));
        }
        if (draw.in(4)) {
            config.put("seed", draw.below(100000));
        }
        if (draw.in(5)) {
            config.put("frequencyPenalty", draw.eighths(-16, 15));
        }
        if (draw.in(5)) {
            config.put("presencePenalty", draw.eighths(-16, 15));
        }
        if (draw.in(4)) {
            ArrayNode stop = config.putArray("stopSequences");
            for (int count = 1 + draw.below(5); count > 0; count--) {
                stop.add(draw.unique("stop"));
            }
        }
    }

    private void thinking(ObjectNode config) {
        if (!draw.in(3)) {
            return;
        }
        ObjectNode thinking = config.putObject("thinkingConfig");
        switch (draw.below(4)) {
            case 0 -> thinking.put("includeThoughts", true);
            case 1 -> thinking.put("includeThoughts", true).put("thinkingBudget", draw.one(100, 1024, 8192, 20000));
            case 2 -> thinking.put("includeThoughts", true).put("thinkingLevel", draw.one("LOW", "HIGH", "MINIMAL"));
            default -> thinking.put("thinkingBudget", 0);
        }
        maybeUnknown(thinking);
    }
}
