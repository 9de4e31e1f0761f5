/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimAnswer.Tokens;
import dev.serai.llm.provider.sim.SimPrompt.Tool;
import dev.serai.llm.provider.sim.SimScript.Counts;

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
        List<Block> whole = blocks(take, prompt);
        List<Block> blocks = cut(whole, prompt.maxTokens());
        int sent = blocks.stream().mapToInt(block -> block.pieces().size()).sum();
        boolean truncated =
                whole.stream().mapToInt(block -> block.pieces().size()).sum() > sent;
        String serial = String.format(
                "%08x%06x", (take.mount() + prompt.text()).hashCode() ^ (int) script.seed(), take.attempt());
        return new SimAnswer(
                serial, prompt.model(), blocks, prompt.tools().named(), truncated, usage(script.usage(), prompt, sent));
    }

    private static List<Block> blocks(SimMount.Take take, SimPrompt prompt) {
        SimScript script = take.script();
        if (take.fault().kind() == SimFault.Kind.REFUSAL) {
            return List.of(new Block(Kind.REFUSAL, words(REFUSAL), null));
        }
        List<Tool> tools = prompt.tools().callable();
        if (!tools.isEmpty() && script.tools().call()) {
            int calls = prompt.tools().parallel() ? script.tools().calls() : 1;
            return IntStream.range(0, calls)
                    .mapToObj(i -> call(tools.get(i % tools.size()), script.seed() + i))
                    .toList();
        }
        return List.of(new Block(Kind.TEXT, pieces(script, prompt), null));
    }

    private static Block call(Tool tool, long seed) {
        return new Block(Kind.TOOL_CALL, json(tool.schema(), seed), tool);
    }

    /** At most so many pieces, and no block that has none of them. */
    private static List<Block> cut(List<Block> blocks, int most) {
        List<Block> kept = new ArrayList<>();
        int left = most;
        for (Block block : blocks) {
            if (left > 0) {
                List<String> pieces =
                        block.pieces().subList(0, Math.min(left, block.pieces().size()));
                kept.add(new Block(block.kind(), pieces, block.tool()));
                left -= pieces.size();
            }
        }
        return kept;
    }

    private static List<String> pieces(SimScript script, SimPrompt prompt) {
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
        int written = counts.cacheWrite() == null ? 0 : counts.cacheWrite();
        int all = counts.prompt() == null ? Math.max(prompt.tokens(), cached + written) : counts.prompt();
        int completion = counts.completion() == null ? sent + reasoning : counts.completion();
        return new Tokens(all, completion, cached, written, reasoning);
    }
}
