/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a Converse answer, whole or streamed. */
final class BedrockOracle {
    private final ExpectedAnswer.Draft draft = new ExpectedAnswer.Draft();
    private final Map<Integer, Integer> callOfBlock = new HashMap<>();

    ExpectedAnswer read(byte[] body, boolean streamed) {
        if (streamed) {
            frames(body);
        } else {
            JsonNode answer = Sse.read(new String(body, Sse.UTF_8));
            draft.error = !answer.has("output");
            answer.at("/output/message/content").forEach(this::block);
            stop(answer);
            usage(answer.path("usage"));
        }
        return draft.answer();
    }

    private void frames(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        while (in.hasRemaining()) {
            int end = in.position() + in.getInt(in.position());
            int headers = in.getInt(in.position() + 4);
            int payload = in.position() + 12 + headers;
            Map<String, String> names = new HashMap<>();
            in.position(in.position() + 12);
            while (in.position() < payload) {
                String name = text(in, in.get());
                in.get();
                names.put(name, text(in, in.getShort()));
            }
            draft.error |= !"event".equals(names.get(":message-type"));
            event(names.getOrDefault(":event-type", ""), Sse.read(text(in, end - 4 - payload)));
            in.position(end);
        }
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, Sse.UTF_8);
    }

    private void block(JsonNode block) {
        draft.text.append(block.path("text").asText());
        block.at("/citationsContent/content")
                .forEach(cited -> draft.text.append(cited.path("text").asText()));
        JsonNode call = block.path("toolUse");
        if (call.isObject() && !call.path("type").asText().equals("server_tool_use")) {
            draft.call(
                    draft.names.size(),
                    call.path("name").asText(),
                    call.path("input").toString());
        }
    }

    private void event(String type, JsonNode event) {
        int block = event.path("contentBlockIndex").asInt();
        switch (type) {
            case "contentBlockStart" -> {
                callOfBlock.put(block, draft.names.size());
                draft.call(draft.names.size(), event.at("/start/toolUse/name").asText(), "");
            }
            case "contentBlockDelta" -> {
                draft.text.append(event.at("/delta/text").asText());
                if (event.at("/delta/toolUse").isObject()) {
                    draft.call(
                            callOfBlock.get(block),
                            null,
                            event.at("/delta/toolUse/input").asText());
                }
            }
            case "messageStop" -> stop(event);
            case "metadata" -> usage(event.path("usage"));
            default -> {}
        }
    }

    private void stop(JsonNode json) {
        draft.stopReason = switch (json.path("stopReason").asText()) {
            case "end_turn" -> StopReason.STOP;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "max_tokens" -> StopReason.MAX_TOKENS;
            case "tool_use" -> StopReason.TOOL_CALLS;
            case "guardrail_intervened", "content_filtered" -> StopReason.CONTENT_FILTER;
            default -> StopReason.OTHER;
        };
        draft.refused = draft.stopReason == StopReason.CONTENT_FILTER;
    }

    private void usage(JsonNode usage) {
        draft.usage = usage.isMissingNode()
                ? null
                : new Usage(
                        usage.path("inputTokens").asLong(),
                        usage.path("cacheReadInputTokens").asLong(),
                        usage.path("cacheWriteInputTokens").asLong(),
                        usage.path("outputTokens").asLong(),
                        0);
    }
}
