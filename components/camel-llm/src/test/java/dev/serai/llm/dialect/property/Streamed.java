/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.ArrayList;
import java.util.List;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;

/** A whole answer as a provider could have streamed it. */
final class Streamed {
    private final Draw draw;
    private final boolean saysWhereBlocksEnd;
    private final List<StreamPart> stream = new ArrayList<>();
    private int calls;

    private Streamed(Draw draw) {
        this.draw = draw;
        this.saysWhereBlocksEnd = draw.in(2);
    }

    static List<StreamPart> of(Answer answer, Draw draw) {
        Streamed streamed = new Streamed(draw);
        streamed.stream.add(new StreamPart.Start(answer.id(), answer.model()));
        Answer.Choice choice = answer.choices().get(0);
        choice.parts().forEach(streamed::part);
        streamed.stream.add(new StreamPart.Finish(0, choice.stopReason(), choice.stopSequence()));
        streamed.stream.add(streamed.stream.size() - draw.below(2), new StreamPart.UsageReport(answer.usage()));
        streamed.stream.add(new StreamPart.End());
        return streamed.stream;
    }

    private void part(Part part) {
        if (part instanceof Part.Citation citation) {
            int end = stream.get(stream.size() - 1) instanceof StreamPart.BlockEnd ? 1 : 0;
            stream.add(stream.size() - end, new StreamPart.Citation(0, citation));
            return;
        }
        if (part instanceof Part.Text text) {
            pieces(text.text()).forEach(piece -> stream.add(new StreamPart.Text(0, piece)));
            if (!text.tokens().isEmpty()) {
                StreamPart.Text last = (StreamPart.Text) stream.remove(stream.size() - 1);
                stream.add(new StreamPart.Text(0, last.text(), text.tokens()));
            }
        } else if (part instanceof Part.Refusal refusal) {
            pieces(refusal.text()).forEach(piece -> stream.add(new StreamPart.Refusal(0, piece)));
        } else if (part instanceof Part.Reasoning reasoning) {
            pieces(reasoning.text()).forEach(piece -> stream.add(new StreamPart.Reasoning(0, piece, null)));
            if (reasoning.signature() != null) {
                stream.add(new StreamPart.Reasoning(0, "", reasoning.signature()));
            }
        } else if (part instanceof Part.RedactedReasoning redacted) {
            stream.add(new StreamPart.RedactedReasoning(0, redacted.data()));
        } else if (part instanceof Part.ToolCall call) {
            int index = calls++;
            stream.add(new StreamPart.ToolCallStart(0, index, call.id(), call.name()));
            pieces(call.arguments()).forEach(piece -> stream.add(new StreamPart.ToolCallArguments(0, index, piece)));
        }
        if (saysWhereBlocksEnd) {
            stream.add(new StreamPart.BlockEnd());
        }
    }

    /** Cut anywhere but inside a character. */
    private List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + 1 + draw.below(12));
            to += to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? 1 : 0;
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }
}
