/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;
import dev.serai.llm.provider.sim.SimScript.Counts;
import dev.serai.llm.provider.sim.SimScript.ToolCalls;

/** Makes the answer that a script gives to a prompt. Deterministic but for identifiers. */
final class AnswerMaker {
    private static final String REFUSAL = "I'm sorry, but I can't help with that request.";
    private static final int JSON_PIECE = 4;
    private static final String[] WORDS =
            ("the a model answers with words that mean little but flow like any text would from one token to next and so "
                            + "on while tests count them each time in order until enough have passed by here or there")
                    .split(" ");

    private AnswerMaker() {}

    static SimAnswer answer(SimMount.Take take, SimPrompt prompt) {
        SimScript script = take.script();
        boolean refused = take.fault().kind() == SimFault.Kind.REFUSAL;
        boolean calls = !refused && prompt.tool() != null && script.toolCall() == ToolCalls.AUTO;
        Kind kind = refused ? Kind.REFUSAL : calls ? Kind.TOOL_CALL : Kind.TEXT;
        List<String> pieces = pieces(kind, script, prompt);
        boolean truncated = pieces.size() > prompt.maxTokens();
        if (truncated) {
            pieces = pieces.subList(0, prompt.maxTokens());
        }
        String serial = String.format(
                "%08x%06x", (take.mount() + prompt.text()).hashCode() ^ (int) script.seed(), take.attempt());
        return new SimAnswer(
                serial,
                prompt.model(),
                kind,
                pieces,
                truncated,
                calls ? prompt.tool() : null,
                usage(script.usage(), prompt, pieces.size()));
    }

    private static List<String> pieces(Kind kind, SimScript script, SimPrompt prompt) {
        if (kind == Kind.REFUSAL) {
            return words(REFUSAL);
        }
        if (kind == Kind.TOOL_CALL) {
            return json(prompt.tool().schema(), script.seed());
        }
        if (script.answer() != null) {
            return words(script.answer());
        }
        return prompt.schema() == null
                ? filler(script.tokens(), script.seed() * 31 + prompt.text().hashCode())
                : json(prompt.schema(), script.seed());
    }

    private static List<String> filler(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> pieces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String word = WORDS[random.nextInt(WORDS.length)];
            pieces.add(i == 0 ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : " " + word);
        }
        return pieces;
    }

    /** Words with the blanks before them, so that the pieces add up to the text. */
    private static List<String> words(String text) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        for (int i = 1; i < text.length(); i++) {
            if (Character.isWhitespace(text.charAt(i)) && !Character.isWhitespace(text.charAt(i - 1))) {
                pieces.add(text.substring(start, i));
                start = i;
            }
        }
        if (!text.isEmpty()) {
            pieces.add(text.substring(start));
        }
        return pieces;
    }

    private static List<String> json(JsonNode schema, long seed) {
        String text = new SchemaExample(schema, seed).make().toString();
        List<String> pieces = new ArrayList<>();
        for (int start = 0; start < text.length(); ) {
            int end = Math.min(text.length(), start + JSON_PIECE);
            if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
                end++;
            }
            pieces.add(text.substring(start, end));
            start = end;
        }
        return pieces;
    }

    private static Tokens usage(Counts counts, SimPrompt prompt, int sent) {
        if (!counts.reported()) {
            return null;
        }
        int cached = counts.cached() == null ? 0 : counts.cached();
        int reasoning = counts.reasoning() == null ? 0 : counts.reasoning();
        int all = counts.prompt() == null ? Math.max(prompt.tokens(), cached) : counts.prompt();
        int completion = counts.completion() == null ? sent + reasoning : counts.completion();
        return new Tokens(all, completion, cached, reasoning);
    }
}
