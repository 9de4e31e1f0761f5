/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.List;
import java.util.OptionalLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.TokenCountForm;

/** A Messages request without what only its answer needs. */
public final class AnthropicTokenCount implements TokenCountForm {
    private static final List<String> COUNTED =
            List.of("messages", "system", "tools", "tool_choice", "thinking", "output_config");

    @Override
    public Dialect dialect() {
        return Dialect.ANTHROPIC_MESSAGES;
    }

    @Override
    public byte[] edit(byte[] payload, String model) throws LlmException {
        return new JsonSplice(payload).set("model", TextNode.valueOf(model)).toBytes();
    }

    @Override
    public JsonNode chat(JsonNode payload) {
        return payload;
    }

    @Override
    public ObjectNode write(ObjectNode chat, String model) {
        return chat.retain(COUNTED).put("model", model);
    }

    @Override
    public OptionalLong read(JsonNode body) {
        return TokenCountForm.count(body.path("input_tokens"));
    }

    @Override
    public ObjectNode answer(long tokens) {
        return Json.object().put("input_tokens", tokens);
    }
}
