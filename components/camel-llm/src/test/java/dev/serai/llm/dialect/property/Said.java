/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.serai.llm.Dialect;
import dev.serai.llm.StopReason;
import dev.serai.llm.Usage;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;
import dev.serai.llm.conversation.Token;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Signatures;

/**
 * What the first choice of an answer says, put together the same way from a whole answer and from a stream.
 *
 * @param signatures of readable reasoning and encrypted reasoning, in order
 * @param tokens     with their log probabilities, without their bytes
 * @param calls      id, name and arguments of each
 */
record Said(
        String reasoning,
        List<String> signatures,
        String text,
        String refusal,
        List<Token> tokens,
        List<Part.Citation> citations,
        List<String> calls,
        StopReason stop,
        Usage usage) {

    static Said of(Answer answer) {
        Answer.Choice choice = answer.choices().get(0);
        return of(choice.parts(), choice.stopReason(), answer.usage());
    }

    static Said of(List<StreamPart> stream) {
        List<Part> parts = new ArrayList<>();
        Map<Integer, StreamPart.ToolCallStart> starts = new TreeMap<>();
        Map<Integer, StringBuilder> arguments = new TreeMap<>();
        StopReason stop = null;
        Usage usage = null;
        for (StreamPart part : stream) {
            if (part instanceof StreamPart.Text text) {
                parts.add(new Part.Text(text.text(), null, text.tokens()));
            } else if (part instanceof StreamPart.Refusal refusal) {
                parts.add(new Part.Refusal(refusal.text()));
            } else if (part instanceof StreamPart.Citation cited) {
                parts.add(cited.citation());
            } else if (part instanceof StreamPart.Reasoning reasoning) {
                parts.add(new Part.Reasoning(reasoning.text(), reasoning.signature()));
            } else if (part instanceof StreamPart.RedactedReasoning redacted) {
                parts.add(new Part.RedactedReasoning(redacted.data()));
            } else if (part instanceof StreamPart.ToolCallStart start) {
                starts.put(start.index(), start);
                arguments.put(start.index(), new StringBuilder());
            } else if (part instanceof StreamPart.ToolCallArguments more) {
                arguments.get(more.index()).append(more.json());
            } else if (part instanceof StreamPart.Finish finish) {
                stop = finish.reason();
            } else if (part instanceof StreamPart.UsageReport report) {
                usage = report.usage();
            }
        }
        starts.forEach((index, start) -> parts.add(
                new Part.ToolCall(start.id(), start.name(), arguments.get(index).toString())));
        return of(parts, stop, usage);
    }

    private static Said of(List<Part> parts, StopReason stop, Usage usage) {
        StringBuilder reasoning = new StringBuilder();
        StringBuilder text = new StringBuilder();
        StringBuilder refusal = new StringBuilder();
        List<String> signatures = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        List<Part.Citation> citations = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Text said) {
                text.append(said.text());
                said.tokens().forEach(token -> tokens.add(token(token)));
            } else if (part instanceof Part.Citation citation) {
                citations.add(citation);
            } else if (part instanceof Part.Refusal refused) {
                refusal.append(refused.text());
            } else if (part instanceof Part.Reasoning thought) {
                reasoning.append(thought.text());
                if (thought.signature() != null && !thought.signature().equals(Signatures.NONE)) {
                    signatures.add(thought.signature());
                }
            } else if (part instanceof Part.RedactedReasoning redacted) {
                signatures.add("encrypted " + redacted.data());
            } else if (part instanceof Part.ToolCall call) {
                calls.add(call.id() + " " + call.name() + " " + Json.parseObject(call.arguments()));
            }
        }
        return new Said(
                reasoning.toString(),
                signatures,
                text.toString(),
                refusal.toString(),
                tokens,
                citations,
                calls,
                stop,
                usage);
    }

    private static Token token(Token token) {
        List<Token> alternatives =
                token.alternatives().stream().map(Said::token).toList();
        return new Token(token.text(), token.logProbability(), null, alternatives);
    }

    /** What is left of it in a dialect, which folds classes of usage and words for why it ended. */
    Said in(Dialect dialect) {
        boolean signs = dialect != Dialect.COHERE_CHAT && dialect != Dialect.OLLAMA_CHAT;
        boolean refuses = dialect == Dialect.OPENAI_CHAT || dialect == Dialect.OPENAI_RESPONSES;
        boolean explains = dialect == Dialect.ANTHROPIC_MESSAGES || dialect == Dialect.GEMINI_GENERATE;
        boolean counts = refuses || dialect == Dialect.GEMINI_GENERATE;
        boolean separate = refuses || explains;
        List<String> kept = new ArrayList<>(signs ? signatures : List.of());
        if (dialect == Dialect.GEMINI_GENERATE) {
            kept.removeIf(signature -> signature.startsWith("encrypted "));
        }
        return new Said(
                reasoning,
                kept,
                separate ? text : text + refusal,
                separate ? refusal : "",
                counts ? tokens : List.of(),
                counts ? citations : List.of(),
                calls,
                stop(dialect),
                usage(dialect));
    }

    private Usage usage(Dialect dialect) {
        Usage known = usage == null ? Usage.NONE : usage;
        return switch (dialect) {
            case OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC_MESSAGES -> known;
            case GEMINI_GENERATE ->
                new Usage(known.input() + known.cacheWrite(), known.cacheRead(), 0, known.output(), known.reasoning());
            case BEDROCK_CONVERSE ->
                new Usage(known.input(), known.cacheRead(), known.cacheWrite(), known.completionTokens(), 0);
            case COHERE_CHAT -> new Usage(known.promptTokens(), 0, 0, known.output(), known.reasoning());
            case OLLAMA_CHAT -> new Usage(known.promptTokens(), 0, 0, known.completionTokens(), 0);
        };
    }

    private StopReason stop(Dialect dialect) {
        boolean calling = !calls.isEmpty();
        StopReason coarse = stop == StopReason.CONTEXT_EXHAUSTED ? StopReason.MAX_TOKENS : stop;
        StopReason filtered =
                stop == StopReason.REFUSAL || stop == StopReason.CONTENT_FILTER ? StopReason.CONTENT_FILTER : coarse;
        StopReason plain =
                filtered == StopReason.STOP_SEQUENCE || filtered == StopReason.PAUSE ? StopReason.STOP : filtered;
        return switch (dialect) {
            case OPENAI_CHAT, OPENAI_RESPONSES ->
                stop == StopReason.REFUSAL && !refusal.isEmpty() ? StopReason.REFUSAL : plain;
            case ANTHROPIC_MESSAGES -> filtered == StopReason.CONTENT_FILTER ? StopReason.REFUSAL : stop;
            case GEMINI_GENERATE -> plain;
            case BEDROCK_CONVERSE ->
                stop == StopReason.CONTEXT_EXHAUSTED ? stop : filtered == StopReason.PAUSE ? StopReason.STOP : filtered;
            case COHERE_CHAT ->
                filtered == StopReason.CONTENT_FILTER || filtered == StopReason.PAUSE ? StopReason.STOP : filtered;
            case OLLAMA_CHAT ->
                plain == StopReason.CONTENT_FILTER ? StopReason.STOP : calling ? StopReason.TOOL_CALLS : plain;
        };
    }
}
