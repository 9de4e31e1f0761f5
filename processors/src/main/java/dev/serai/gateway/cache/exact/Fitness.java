/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.serai.gateway.output.OutputSchema;
import dev.serai.llm.LlmEvent;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;
import dev.serai.llm.Operation;
import dev.serai.llm.StopReason;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

/**
 * Which answers may be given again: those that their model has ended by itself, without a refusal, without calling a tool and
 * without anything that this version does not understand. Whether the provider has said its usage does not matter: who is given
 * the answer again pays nothing. Pure functions.
 */
final class Fitness {
    private static final Set<StopReason> ENDED = EnumSet.of(StopReason.STOP, StopReason.STOP_SEQUENCE);

    private Fitness() {}

    /** Of a whole answer that has been checked against its task's output schema. */
    static boolean of(Operation operation, LlmResponse response) {
        if (operation == Operation.EMBEDDINGS) {
            return true;
        }
        if (response.advice() != null || !ENDED.contains(response.stopReason())) {
            return false;
        }
        try {
            Answer answer = Codecs.of(response.dialect()).readAnswer(Json.parseAnswer(response.body()), null);
            return answer.choices().stream()
                    .allMatch(choice -> ENDED.contains(choice.stopReason())
                            && choice.parts().stream().allMatch(Fitness::isFit));
        } catch (LlmException e) {
            return false;
        }
    }

    private static boolean isFit(Part part) {
        return part instanceof Part.Text
                || part instanceof Part.Citation
                || part instanceof Part.Reasoning
                || part instanceof Part.RedactedReasoning;
    }

    /** Of a stream that has come to its proper end. */
    static boolean of(List<LlmEvent> events, LlmStream.Progress progress, OutputSchema schema) {
        if (progress.advice() != null || !ENDED.contains(progress.stopReason())) {
            return false;
        }
        StringBuilder text = new StringBuilder();
        for (LlmEvent event : events) {
            for (StreamPart part : event.parts()) {
                if (!isFit(part)) {
                    return false;
                }
                if (part instanceof StreamPart.Text piece && piece.choice() == 0) {
                    text.append(piece.text());
                }
            }
        }
        return schema == null || conforms(schema, text.toString());
    }

    private static boolean isFit(StreamPart part) {
        return switch (part) {
            case StreamPart.Finish finish -> ENDED.contains(finish.reason());
            case StreamPart.Refusal refusal -> false;
            case StreamPart.ToolCallStart call -> false;
            case StreamPart.ToolCallArguments arguments -> false;
            case StreamPart.Native unknown -> false;
            case StreamPart.Failure failure -> false;
            case StreamPart.Advice advice -> false;
            default -> true;
        };
    }

    private static boolean conforms(OutputSchema schema, String text) {
        try {
            schema.check(text);
            return true;
        } catch (LlmException e) {
            return false;
        }
    }
}
