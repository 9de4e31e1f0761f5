/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.ollama;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole Ollama answer, which has no id. */
final class OllamaAnswerReader {
    private OllamaAnswerReader() {}

    static Answer read(JsonNode body, ErrorReader errors) throws LlmException {
        if (Json.present(body.get("error"))) {
            throw errors.readInBand(body);
        }
        if (!body.path("message").isObject()) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .detail("the answer is no Ollama chat message")
                    .build();
        }
        List<Part> parts = new ArrayList<>();
        OllamaContent.read(body.path("message"), parts);
        if (Json.present(body.get("logprobs"))) {
            parts.add(new Part.Native("logprobs", body.get("logprobs")));
        }
        boolean calls = parts.stream().anyMatch(Part.ToolCall.class::isInstance);
        boolean broken = parts.stream()
                .anyMatch(part -> part instanceof Part.ToolCall call && Json.parseObject(call.arguments()) == null);
        return new Answer(
                null,
                Json.text(body, "model"),
                List.of(new Answer.Choice(parts, OllamaStops.read(body, calls), null)),
                OllamaUsage.read(body),
                broken ? ErrorClass.OUTPUT_INVALID : null);
    }
}
