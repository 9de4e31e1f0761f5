/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.util.OptionalLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.TokenCountForm;

/** Contents alone, or a whole request that names the model again; the path names it in any case. */
public final class GeminiTokenCount implements TokenCountForm {
    private static final String WHOLE = "generateContentRequest";

    @Override
    public Dialect dialect() {
        return Dialect.GEMINI_GENERATE;
    }

    @Override
    public byte[] edit(byte[] payload, String model) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        return splice.get(WHOLE) == null
                ? payload
                : splice.setNested(WHOLE, "model", TextNode.valueOf(resource(model)))
                        .toBytes();
    }

    private static String resource(String model) {
        return model.indexOf('/') < 0 ? "models/" + model : model;
    }

    @Override
    public JsonNode chat(JsonNode payload) {
        return payload.has(WHOLE) ? payload.get(WHOLE) : payload;
    }

    @Override
    public ObjectNode write(ObjectNode chat, String model) {
        ObjectNode body = Json.object();
        body.set(WHOLE, chat.put("model", resource(model)));
        return body;
    }

    @Override
    public OptionalLong read(JsonNode body) {
        return TokenCountForm.count(body.path("totalTokens"));
    }

    @Override
    public ObjectNode answer(long tokens) {
        return Json.object().put("totalTokens", tokens);
    }
}
