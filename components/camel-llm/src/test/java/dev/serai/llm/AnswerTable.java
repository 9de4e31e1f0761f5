/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.CodecFixture;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Signatures;

/** What of an answer each dialect has a form for: written by its codec, and read again. */
final class AnswerTable {
    private static final Map<String, List<Part>> KINDS = new LinkedHashMap<>();
    private static final Part TEXT = new Part.Text("Hello", null);

    static {
        KINDS.put("text", List.of(TEXT));
        KINDS.put("refusal", List.of(new Part.Refusal("No")));
        KINDS.put("tool calls", List.of(new Part.ToolCall("call_1", "find", "{\"id\":\"7\"}")));
        KINDS.put("reasoning that can be read", List.of(new Part.Reasoning("Hm", null), TEXT));
        KINDS.put("signature of reasoning", List.of(new Part.Reasoning("Hm", "c2ln"), TEXT));
        KINDS.put("encrypted reasoning", List.of(new Part.RedactedReasoning("ZW5j"), TEXT));
        KINDS.put(
                "log probabilities",
                List.of(new Part.Text("Hello", null, List.of(new Token("Hello", -0.5, null, List.of())))));
        KINDS.put("citations of web pages", List.of(TEXT, new Part.Citation(0, 5, "https://example.com", "A page")));
    }

    private AnswerTable() {}

    static String write() throws LlmException {
        StringBuilder table = new StringBuilder("""

                ## Answers

                What of an answer, whole or streamed, each dialect has a form for. It crosses between two dialects that both have one;
                what the client's has none for is **left out**, and **as text** is what only its text is left of. In its own dialect an
                answer arrives byte for byte.

                | |""");
        for (Dialect dialect : Dialect.values()) {
            table.append(" `").append(dialect.code()).append("` |");
        }
        table.append("\n|---|").append("---|".repeat(Dialect.values().length)).append('\n');
        for (Map.Entry<String, List<Part>> kind : KINDS.entrySet()) {
            StopReason stop = kind.getKey().equals("refusal") ? StopReason.REFUSAL : StopReason.STOP;
            row(table, kind.getKey(), new Answer.Choice(kind.getValue(), stop, null));
        }
        Answer.Choice choice = new Answer.Choice(List.of(TEXT), StopReason.STOP, null);
        row(table, "several answers", choice, choice);
        return table.toString();
    }

    private static void row(StringBuilder table, String name, Answer.Choice... choices) throws LlmException {
        Answer answer = new Answer("id", "m", List.of(choices), new Usage(1, 0, 0, 1, 0), null);
        table.append("| ").append(name).append(" |");
        for (Dialect dialect : Dialect.values()) {
            table.append(' ').append(cell(Codecs.of(dialect), answer)).append(" |");
        }
        table.append('\n');
    }

    private static String cell(DialectCodec codec, Answer answer) throws LlmException {
        Answer read =
                codec.readAnswer(Json.parseObject(codec.writeAnswer(answer).toString()), CodecFixture.ERRORS);
        if (read.choices().size() < answer.choices().size()) {
            return "left out";
        }
        List<Part> parts = read.choices().get(0).parts();
        if (parts.stream()
                .map(AnswerTable::plain)
                .toList()
                .containsAll(answer.choices().get(0).parts())) {
            return "yes";
        }
        boolean refused = answer.choices().get(0).parts().get(0) instanceof Part.Refusal;
        return refused && read.text().equals("No") ? "as text" : "left out";
    }

    /** Without the bytes of its tokens, which a dialect may add, and without a signature that is none. */
    private static Part plain(Part part) {
        if (part instanceof Part.Text text) {
            return new Part.Text(
                    text.text(),
                    null,
                    text.tokens().stream()
                            .map(token -> new Token(token.text(), token.logProbability(), null, token.alternatives()))
                            .toList());
        }
        boolean unsigned = part instanceof Part.Reasoning reasoning && Signatures.NONE.equals(reasoning.signature());
        return unsigned ? new Part.Reasoning(((Part.Reasoning) part).text(), null) : part;
    }
}
