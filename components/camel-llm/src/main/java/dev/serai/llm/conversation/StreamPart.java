/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.conversation;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

/** What one step of a streamed answer means, whatever dialect it came in. {@code choice} is 0 unless n &gt; 1 was asked. */
public sealed interface StreamPart {
    /** Whether a client would show it: from here on no other deployment can take over unseen. */
    default boolean isContent() {
        return false;
    }

    /** The answer begins. Both may be null. */
    record Start(String id, String model) implements StreamPart {}

    /** {@code tokens} are those of this piece, where log probabilities were asked for; they may come alone. */
    record Text(int choice, String text, List<Token> tokens) implements StreamPart {
        public Text(int choice, String text) {
            this(choice, text, List.of());
        }

        @Override
        public boolean isContent() {
            return !text.isEmpty();
        }
    }

    record Refusal(int choice, String text) implements StreamPart {
        @Override
        public boolean isContent() {
            return !text.isEmpty();
        }
    }

    /** Readable reasoning; {@code signature} is opaque and may come alone, with an empty text. */
    record Reasoning(int choice, String text, String signature) implements StreamPart {
        @Override
        public boolean isContent() {
            return !text.isEmpty();
        }
    }

    /** A reasoning block that the provider encrypted. */
    record RedactedReasoning(int choice, String data) implements StreamPart {
        @Override
        public boolean isContent() {
            return true;
        }
    }

    /** A source of what was said so far. */
    record Citation(int choice, Part.Citation citation) implements StreamPart {}

    /** A tool call begins; {@code index} counts the calls of the choice from 0. */
    record ToolCallStart(int choice, int index, String id, String name) implements StreamPart {
        @Override
        public boolean isContent() {
            return true;
        }
    }

    /** A fragment of the arguments' JSON text. */
    record ToolCallArguments(int choice, int index, String json) implements StreamPart {
        @Override
        public boolean isContent() {
            return !json.isEmpty();
        }
    }

    /** A block ended (only where the dialect says so). */
    record BlockEnd() implements StreamPart {}

    /** The newest usage figures; they replace earlier ones. */
    record UsageReport(Usage usage) implements StreamPart {}

    /** {@code stopSequence} is the one that matched, or null. */
    record Finish(int choice, StopReason reason, String stopSequence) implements StreamPart {}

    /** The error class that fits how the answer ended, where the stop reason does not say it. */
    record Advice(ErrorClass advice) implements StreamPart {}

    /** The provider's explicit end of the stream ({@code [DONE]}, {@code message_stop}). */
    record End() implements StreamPart {}

    /** The provider reports an error inside a 200 stream. */
    record Failure(LlmException error) implements StreamPart {}

    /** Content of a kind that only its own dialect knows (server tools, audio). */
    record Native(String kind, JsonNode json) implements StreamPart {
        @Override
        public boolean isContent() {
            return true;
        }
    }
}
