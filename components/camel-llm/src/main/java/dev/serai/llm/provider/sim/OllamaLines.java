/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Block;
import dev.serai.llm.provider.sim.SimAnswer.Kind;
import dev.serai.llm.provider.sim.SimFrame.Role;

/** Writes one answer of Ollama's chat as lines, each an answer in small. Not thread-safe. */
final class OllamaLines {
    private final SimAnswer answer;

    OllamaLines(SimAnswer answer) {
        this.answer = answer;
    }

    Stream<SimFrame> frames() {
        Stream<SimFrame> blocks = SimFrame.inTurn(answer.blocks().size(), this::block);
        ObjectNode end = OllamaAnswers.head(answer);
        OllamaAnswers.message(end);
        OllamaAnswers.end(end, answer);
        return Stream.concat(blocks, Stream.of(SimFrame.line(Role.DONE, end)));
    }

    /** A call comes whole, in one line. */
    private Stream<SimFrame> block(int index) {
        Block block = answer.blocks().get(index);
        if (block.kind() != Kind.TOOL_CALL) {
            return block.pieces().stream().map(this::token);
        }
        if (block.wholeArguments() == null) {
            return Stream.empty();
        }
        ObjectNode line = OllamaAnswers.head(answer);
        OllamaAnswers.call(OllamaAnswers.message(line), answer, index);
        return Stream.of(SimFrame.line(Role.TOKEN, line.put("done", false)));
    }

    private SimFrame token(String piece) {
        ObjectNode line = OllamaAnswers.head(answer);
        OllamaAnswers.message(line).put("content", piece);
        return SimFrame.line(Role.TOKEN, line.put("done", false));
    }
}
