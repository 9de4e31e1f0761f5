/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;
import dev.serai.llm.provider.ErrorReader;

/** Reads a whole Converse answer. It names no model and no id, and its trace repeats what a guardrail took out. */
final class BedrockAnswerReader {
    private BedrockAnswerReader() {}

    static Answer read(JsonNode body, ErrorReader errors) throws LlmException {
        JsonNode message = body.at("/output/message");
        if (!message.path("content").isArray()) {
            throw invalid(null);
        }
        LlmException failure = BedrockStops.failure(body, errors);
        if (failure != null) {
            throw failure;
        }
        StopReason stop = BedrockStops.read(body);
        Answer.Choice choice = new Answer.Choice(parts(message), stop, null);
        return new Answer(
                null,
                null,
                List.of(choice),
                BedrockUsage.read(body.path("usage")),
                stop == StopReason.CONTENT_FILTER ? ErrorClass.POLICY_REJECTION : null);
    }

    /** A block that breaks the rules is the provider's fault here, not the caller's. */
    private static List<Part> parts(JsonNode message) throws LlmException {
        try {
            return BedrockBlockReader.read(new FieldReader(message, ""), "content");
        } catch (LlmException e) {
            throw invalid(e);
        }
    }

    private static LlmException invalid(LlmException cause) {
        return LlmException.of(ErrorClass.OUTPUT_INVALID)
                .detail("the answer is no Converse message")
                .cause(cause)
                .build();
    }
}
