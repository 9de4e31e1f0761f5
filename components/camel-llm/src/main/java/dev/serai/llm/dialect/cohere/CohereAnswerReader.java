/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.cohere;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole Cohere Chat answer, which does not name its model. */
final class CohereAnswerReader {
    private CohereAnswerReader() {}

    static Answer read(JsonNode body, ErrorReader errors) throws LlmException {
        LlmException failure = CohereStops.failure(body, errors);
        if (failure != null) {
            throw failure;
        }
        if (!body.path("message").isObject()) {
            throw LlmException.of(ErrorClass.OUTPUT_INVALID)
                    .detail("the answer is no Cohere chat message")
                    .build();
        }
        List<Part> parts = new ArrayList<>();
        CohereContent.read(body.path("message"), parts);
        if (Json.present(body.get("logprobs"))) {
            parts.add(new Part.Native("logprobs", body.get("logprobs")));
        }
        boolean broken = parts.stream()
                .anyMatch(part -> part instanceof Part.ToolCall call && Json.parseObject(call.arguments()) == null);
        Answer.Choice choice = new Answer.Choice(parts, CohereStops.read(body), null);
        return new Answer(
                Json.text(body, "id"),
                null,
                List.of(choice),
                CohereUsage.read(body.path("usage")),
                broken ? ErrorClass.OUTPUT_INVALID : null);
    }
}
