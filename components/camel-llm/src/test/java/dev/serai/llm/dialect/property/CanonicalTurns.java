/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import dev.serai.llm.Dialect;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Conversation.Role;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;

/**
 * The turns of a conversation, without what was refused by name, and without these distinctions.
 *
 * <ol>
 *   <li>Neighbouring turns of one role are one, and neighbouring texts too; an empty text says nothing.
 *   <li>In a turn of the assistant reasoning comes first, then what it said, then its calls; Ollama's pictures come after
 *       the text.
 *   <li>A signature and what is encrypted: nobody but its maker is sent it, and where a dialect takes only what it signed,
 *       the text goes with it. Claude's are good with Anthropic and Bedrock.
 *   <li>A refusal in the history is what the assistant said.
 *   <li>Spaces in the JSON of a call or a result; a call without arguments has an empty object.
 *   <li>A level of detail of auto; what is behind a URL, which its ending tells; the name of a document as Bedrock spells
 *       it, OpenAI's where there is none, and every name with Gemini, which takes none.
 * </ol>
 */
record CanonicalTurns(Set<String> lost, Dialect own, Dialect other) {
    private static final Set<Dialect> CLAUDE = Set.of(Dialect.ANTHROPIC_MESSAGES, Dialect.BEDROCK_CONVERSE);
    private static final Set<Dialect> WANT_SIGNED =
            Set.of(Dialect.ANTHROPIC_MESSAGES, Dialect.BEDROCK_CONVERSE, Dialect.OPENAI_RESPONSES);

    List<Message> of(List<Message> messages) {
        List<Message> turns = new ArrayList<>();
        for (Message message : inOrder(messages)) {
            List<Part> parts = parts(message.parts());
            Message last = turns.isEmpty() ? null : turns.get(turns.size() - 1);
            String name = lost.contains("name") ? null : message.name();
            boolean continues = last != null && last.role() == message.role() && last.name() == name;
            if (parts.isEmpty()) {
                continue;
            }
            if (continues) {
                last.parts().addAll(parts);
            } else {
                turns.add(new Message(message.role(), new ArrayList<>(parts), name));
            }
        }
        turns.forEach(turn -> arrange(turn.role(), turn.parts()));
        return turns;
    }

    /** System messages come first where a dialect takes them only there. */
    private List<Message> inOrder(List<Message> messages) {
        List<Message> ordered = new ArrayList<>(messages);
        if (lost.contains("messages")) {
            ordered.sort(Comparator.comparing(message -> message.role() != Role.SYSTEM));
        }
        return ordered;
    }

    private void arrange(Role role, List<Part> parts) {
        if (role == Role.ASSISTANT || other == Dialect.OLLAMA_CHAT) {
            parts.sort(Comparator.comparing(CanonicalTurns::rank));
        }
        for (int i = parts.size() - 1; i > 0; i--) {
            if (parts.get(i) instanceof Part.Text next
                    && parts.get(i - 1) instanceof Part.Text before
                    && before.cacheMark() == null) {
                parts.remove(i);
                parts.set(i - 1, new Part.Text(before.text() + next.text(), next.cacheMark()));
            }
        }
    }

    private static int rank(Part part) {
        if (part instanceof Part.Reasoning || part instanceof Part.RedactedReasoning) {
            return 0;
        }
        return part instanceof Part.Text ? 1 : part instanceof Part.ToolCall ? 3 : 2;
    }

    private List<Part> parts(List<Part> parts) {
        List<Part> kept = new ArrayList<>();
        for (Part part : parts) {
            Part canonical = part(part);
            if (canonical != null) {
                kept.add(canonical);
            }
        }
        return kept;
    }

    /** Null where it was refused. */
    private Part part(Part part) {
        if (part instanceof Part.Text text) {
            return text(text);
        }
        if (part instanceof Part.Refusal refusal) {
            return text(new Part.Text(refusal.text(), null));
        }
        if (part instanceof Part.Image image) {
            return lost.contains("image_url") ? null : image(image);
        }
        if (part instanceof Part.Audio) {
            return lost.contains("input_audio") ? null : part;
        }
        if (part instanceof Part.File file) {
            boolean gone = lost.contains("file") || file.fileId() != null && lost.contains("file.file_id");
            return gone ? null : file(file);
        }
        if (part instanceof Part.ToolCall call) {
            return new Part.ToolCall(call.id(), call.name(), json(call.arguments()));
        }
        if (part instanceof Part.ToolResult result) {
            return result(result);
        }
        if (part instanceof Part.Reasoning reasoning) {
            return reasoning(reasoning);
        }
        if (part instanceof Part.RedactedReasoning) {
            return sameMaker() ? part : null;
        }
        return lost.contains(((Part.Native) part).kind()) ? null : part;
    }

    private Part text(Part.Text text) {
        String words = text.text().replace("\n\n", "");
        return words.isEmpty() ? null : new Part.Text(words, lost.contains("cache_control") ? null : text.cacheMark());
    }

    private Part image(Part.Image image) {
        boolean auto = "auto".equals(image.detail()) || lost.contains("image_url.detail");
        return new Part.Image(
                image.url() == null ? image.mediaType() : null,
                image.base64(),
                image.url(),
                auto ? null : image.detail());
    }

    private Part file(Part.File file) {
        boolean unnamed = other == Dialect.GEMINI_GENERATE
                || file.name() == null
                || file.name().startsWith("document");
        String name = unnamed ? null : file.name().replace('.', '-');
        return new Part.File(
                file.url() == null ? file.mediaType() : null, file.base64(), file.url(), file.fileId(), name);
    }

    private Part reasoning(Part.Reasoning reasoning) {
        boolean unsigned = lost.contains("reasoning_content");
        if (sameMaker()) {
            return unsigned && reasoning.signature() == null ? null : reasoning;
        }
        boolean signed = reasoning.signature() != null && WANT_SIGNED.contains(other);
        return unsigned || signed || reasoning.text().isEmpty() ? null : new Part.Reasoning(reasoning.text(), null);
    }

    private boolean sameMaker() {
        return CLAUDE.contains(own) && CLAUDE.contains(other);
    }

    private Part result(Part.ToolResult result) {
        List<Part> content = parts(result.content());
        if (lost.contains("tool_result.content")) {
            content.removeIf(part -> !(part instanceof Part.Text));
        }
        content.replaceAll(
                part -> part instanceof Part.Text text && !text.text().isEmpty()
                        ? new Part.Text(json(text.text()), text.cacheMark())
                        : part);
        arrange(Role.TOOL, content);
        content.remove(new Part.Text(" ", null));
        return new Part.ToolResult(result.callId(), content, result.isError() && !lost.contains("is_error"));
    }

    private static String json(String text) {
        var object = Json.parseObject(text);
        return object == null || text.isBlank() && !text.isEmpty() ? text : object.toString();
    }
}
