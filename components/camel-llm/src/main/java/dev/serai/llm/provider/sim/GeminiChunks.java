/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.provider.sim.SimAnswer.Kind;

/** Writes one answer of Gemini as chunks: each token of text one, each call one. Stateless. */
final class GeminiChunks {
    private final SimAnswer answer;
    private final int visible;

    GeminiChunks(SimAnswer answer) {
        this.answer = answer;
        this.visible = GeminiAnswers.visible(answer.usage());
    }

    /** The chunks with content. */
    Stream<ObjectNode> content() {
        return switch (answer.kind()) {
            case TEXT -> {
                var pieces = answer.blocks().get(0).pieces();
                yield IntStream.range(0, pieces.size())
                        .mapToObj(i -> chunk(GeminiAnswers.text(pieces.get(i)), Math.min(visible, i + 1)));
            }
            case TOOL_CALL ->
                IntStream.range(0, answer.blocks().size())
                        .mapToObj(i -> GeminiAnswers.call(answer, i))
                        .filter(Objects::nonNull)
                        .map(call -> chunk(call, visible));
            case REFUSAL -> Stream.empty();
        };
    }

    /** The last chunk, which says how it ended. */
    ObjectNode last() {
        ArrayNode parts = SimJson.array();
        if (answer.kind() == Kind.TEXT) {
            parts.add(GeminiAnswers.text(""));
        }
        ObjectNode body = GeminiAnswers.response(answer, parts);
        GeminiAnswers.finish((ObjectNode) body.path("candidates").get(0), answer);
        return GeminiAnswers.withUsage(body, answer, visible);
    }

    private ObjectNode chunk(JsonNode part, int tokens) {
        return GeminiAnswers.withUsage(
                GeminiAnswers.response(answer, SimJson.array().add(part)), answer, tokens);
    }
}
