/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.conversation;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;

/**
 * A whole answer in no provider's words. Immutable.
 *
 * @param choices one, unless several were asked for
 * @param usage   null where the provider reports none
 * @param advice  see {@link dev.serai.llm.LlmResponse#advice()}
 */
public record Answer(String id, String model, List<Choice> choices, Usage usage, ErrorClass advice) {
    /** @param stopSequence the sequence that matched, or null */
    public record Choice(List<Part> parts, StopReason stopReason, String stopSequence) {}

    public Answer withModel(String value) {
        return new Answer(id, value, choices, usage, advice);
    }

    /** The text of the first choice. */
    public String text() {
        StringBuilder text = new StringBuilder();
        if (!choices.isEmpty()) {
            for (Part part : choices.get(0).parts()) {
                if (part instanceof Part.Text t) {
                    text.append(t.text());
                }
            }
        }
        return text.toString();
    }
}
