/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.TokenEstimate;

/**
 * How many tokens a call's prompt has, estimated when it is first asked for. The beginning of the text is counted by a public
 * tokenizer, and the rest is taken to be like it, so a long prompt costs no more time than a short one. Thread-safe.
 */
public final class PromptSize {
    /** What is counted in full: a few pages. */
    private static final int SAMPLE = 4000;
    /** What a provider lays around each message. */
    private static final int FRAME = 4;
    /** Images and files are counted by no text: this is about a small picture. */
    private static final int MEDIUM = 1000;
    /** OpenAI takes no more. */
    private static final int MOST_ANSWERS = 128;

    private static final Set<String> NO_TEXT = Set.of(
            "type",
            "role",
            "id",
            "model",
            "tool_call_id",
            "call_id",
            "tool_use_id",
            "toolUseId",
            "file_id",
            "media_type",
            "mimeType",
            "cache_control",
            "signature",
            "thoughtSignature",
            "encrypted_content",
            "detail",
            "format");
    private static final Set<String> MEDIA =
            Set.of("url", "data", "file_data", "file_url", "fileUri", "image_url", "bytes", "images");

    private final JsonNode request;
    private final long promptChars;
    private final StringBuilder sample = new StringBuilder();
    private long chars;
    private long besides;
    private long tokens = -1;

    private PromptSize(JsonNode request, long promptChars) {
        this.request = request;
        this.promptChars = promptChars;
    }

    /** Says what a call's prompt is; nothing is counted yet. */
    public static void of(Call call, JsonNode request) {
        call.part(PromptSize.class, () -> new PromptSize(request, call.summary().promptChars()));
    }

    /** The estimate; by the number of characters alone where nobody has said what the prompt is. */
    public static long tokens(Call call) {
        PromptSize size = call.part(PromptSize.class);
        return size == null ? TokenEstimate.ofText(call.summary().promptChars()) : size.tokens();
    }

    /** How many answers are asked for at once. */
    public static int answers(Call call) {
        PromptSize size = call.part(PromptSize.class);
        if (size == null || !call.summary().features().contains("n_choices")) {
            return 1;
        }
        int gemini = size.request.at("/generationConfig/candidateCount").asInt(1);
        return Math.clamp(size.request.path("n").asInt(gemini), 1, MOST_ANSWERS);
    }

    private synchronized long tokens() {
        if (tokens < 0) {
            walk(request, "");
            // a task's own prompt is not in what the caller has sent
            long all = Math.max(chars, promptChars);
            tokens = besides + ofText(all);
            sample.setLength(0);
        }
        return tokens;
    }

    private long ofText(long all) {
        if (sample.isEmpty() || !Tokenizer.isReady()) {
            return TokenEstimate.ofText(all);
        }
        return (long) Math.ceil((double) Tokenizer.count(sample.toString()) * all / sample.length());
    }

    private void walk(JsonNode node, String name) {
        if (MEDIA.contains(name)) {
            besides += MEDIUM;
        } else if (node.isTextual()) {
            text(node.textValue());
        } else if (node.isArray()) {
            for (JsonNode item : node) {
                // embeddings may be asked for of tokens
                besides += item.isNumber() ? 1 : 0;
                walk(item, name);
            }
        } else if (node.isObject()) {
            besides += node.has("role") ? FRAME : 0;
            node.properties().forEach(field -> {
                if (!NO_TEXT.contains(field.getKey())) {
                    walk(field.getValue(), field.getKey());
                }
            });
        }
    }

    private void text(String text) {
        chars += text.length();
        int room = SAMPLE - sample.length();
        if (room > 0) {
            sample.append(text, 0, Math.min(room, text.length())).append('\n');
        }
    }
}
