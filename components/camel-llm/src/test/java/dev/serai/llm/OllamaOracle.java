/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads an answer of Ollama's native chat: a stream is a line for each piece, a whole answer is one line. */
final class OllamaOracle {
    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();

    ExpectedAnswer read(byte[] body) {
        for (String line : new String(body, Sse.UTF_8).strip().split("\n")) {
            line(Sse.read(line));
        }
        return draft.answer();
    }

    private void line(JsonNode line) {
        draft.error |= line.hasNonNull("error");
        draft.text.append(line.at("/message/content").asText());
        for (JsonNode call : line.at("/message/tool_calls")) {
            draft.call(
                    draft.names.size(),
                    call.at("/function/name").asText(),
                    call.at("/function/arguments").toString());
        }
        if (line.path("done").asBoolean()) {
            boolean length = line.path("done_reason").asText().equals("length");
            StopReason stop = draft.names.isEmpty() ? StopReason.STOP : StopReason.TOOL_CALLS;
            draft.stopReason = length ? StopReason.MAX_TOKENS : stop;
            draft.usage = !line.has("eval_count")
                    ? null
                    : new Usage(
                            line.path("prompt_eval_count").asLong(),
                            0,
                            0,
                            line.path("eval_count").asLong(),
                            0);
        }
    }
}
