/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.anthropic;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole Messages answer. */
final class AnthropicAnswerReader {
    private AnthropicAnswerReader() {}

    static Answer read(JsonNode body, ErrorReader errors) throws LlmException {
        if (Json.present(body.get("error"))) {
            throw errors.readInBand(body);
        }
        if (!body.path("content").isArray()) {
            throw invalid(null);
        }
        List<Part> parts = parts(body);
        StopReason stop = AnthropicStops.read(body);
        String refusal = AnthropicStops.refusal(body);
        if (refusal != null) {
            parts.add(new Part.Refusal(refusal));
        }
        Answer.Choice choice = new Answer.Choice(parts, stop, Json.text(body, "stop_sequence"));
        return new Answer(
                Json.text(body, "id"),
                Json.text(body, "model"),
                List.of(choice),
                AnthropicUsage.read(body.path("usage")),
                stop == StopReason.REFUSAL ? ErrorClass.POLICY_REJECTION : null);
    }

    /** A block that breaks the rules is the provider's fault here, not the caller's. */
    private static List<Part> parts(JsonNode body) throws LlmException {
        try {
            return AnthropicBlockReader.read(new FieldReader(body, ""), "content");
        } catch (LlmException e) {
            throw invalid(e);
        }
    }

    private static LlmException invalid(LlmException cause) {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .detail("the answer is no Anthropic message")
                .cause(cause)
                .build();
    }
}
