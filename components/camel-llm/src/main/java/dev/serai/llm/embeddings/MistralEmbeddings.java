/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.embeddings;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.JsonSplice;
import dev.serai.llm.dialect.Losses;

/** OpenAI's form as Mistral takes it: another name for the dimensions, texts only, and no other field of OpenAI's. */
public final class MistralEmbeddings implements EmbeddingsCodec {
    private final OpenAiEmbeddings openAi = new OpenAiEmbeddings();

    @Override
    public Dialect dialect() {
        return openAi.dialect();
    }

    @Override
    public byte[] edit(byte[] payload, String model, Set<String> mayLose) throws LlmException {
        JsonSplice splice = new JsonSplice(payload);
        JsonNode input = splice.get("input");
        if (input != null
                && input.isArray()
                && !input.isEmpty()
                && !input.get(0).isTextual()) {
            throw LlmException.unsupported("input", "input: Mistral takes texts, not tokens");
        }
        Losses losses = new Losses(mayLose, "Mistral");
        for (String field : new String[] {"user", "input_type"}) {
            if (Json.present(splice.get(field))) {
                losses.drop(field);
            }
            splice.remove(field);
        }
        JsonNode dimensions = splice.get("dimensions");
        if (dimensions != null) {
            splice.set("output_dimension", dimensions);
        }
        return splice.remove("dimensions").set("model", TextNode.valueOf(model)).toBytes();
    }

    /** Vectors of bits are packed, so that their length says nothing. */
    @Override
    public Asked asked(JsonNode payload) {
        JsonNode dimensions = payload.path("output_dimension");
        boolean numbers = !payload.path("output_dtype").asText("float").endsWith("binary");
        return new Asked(
                Asked.count(payload.path("input")), numbers && dimensions.isInt() ? dimensions.intValue() : null);
    }

    @Override
    public Embeddings read(JsonNode body) throws LlmException {
        return openAi.read(body);
    }
}
