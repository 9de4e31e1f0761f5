/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import dev.serai.llm.Dialect;
import dev.serai.llm.conversation.Answer;
import dev.serai.llm.conversation.Conversation;
import dev.serai.llm.conversation.Conversation.Message;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.conversation.StreamPart;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The signatures by which a provider knows its reasoning again, and refuses another's. One that is written in a dialect in
 * which it was not made says who made it: on the way back its maker gets it as it was, and nobody else gets it at all.
 *
 * <p>The form is base64 as a whole, since some SDKs decode a signature and encode it anew.
 */
public final class Signatures {
    /** How every signature with its maker begins: the base64 of {@code serai/}. */
    static final String MARK = "c2VyYWkv";

    private static final String PLAIN_MARK = "serai/";
    private static final String NOBODY = "nobody";

    /** Stands where a dialect wants a signature and there is none. */
    public static final String NONE = written(NOBODY, "");

    private Signatures() {}

    /** An answer of one dialect's provider for a client of another. */
    public static Answer carried(Answer answer, Dialect from, Dialect to) {
        List<Answer.Choice> choices = answer.choices().stream()
                .map(choice -> new Answer.Choice(
                        choice.parts().stream()
                                .map(part -> carried(part, from, to))
                                .toList(),
                        choice.stopReason(),
                        choice.stopSequence()))
                .toList();
        return new Answer(answer.id(), answer.model(), choices, answer.usage(), answer.advice());
    }

    private static Part carried(Part part, Dialect from, Dialect to) {
        if (part instanceof Part.Reasoning reasoning && reasoning.signature() != null) {
            return new Part.Reasoning(reasoning.text(), carried(reasoning.signature(), from, to));
        }
        return part instanceof Part.RedactedReasoning redacted
                ? new Part.RedactedReasoning(carried(redacted.data(), from, to))
                : part;
    }

    /** The same of a stream. */
    public static StreamPart carried(StreamPart part, Dialect from, Dialect to) {
        if (part instanceof StreamPart.Reasoning reasoning && reasoning.signature() != null) {
            return new StreamPart.Reasoning(
                    reasoning.choice(), reasoning.text(), carried(reasoning.signature(), from, to));
        }
        return part instanceof StreamPart.RedactedReasoning redacted
                ? new StreamPart.RedactedReasoning(redacted.choice(), carried(redacted.data(), from, to))
                : part;
    }

    private static String carried(String signature, Dialect from, Dialect to) {
        return maker(from).equals(maker(to)) ? signature : written(maker(from), signature);
    }

    /**
     * A request's conversation for a provider of another dialect: its own signatures as they were, and no others. What
     * was signed by others goes out as plain text where the dialect takes that, else not at all.
     */
    static Conversation returned(Conversation said, Dialect from, DialectCodec to) {
        List<Message> messages = said.messages().stream()
                .map(message -> new Message(message.role(), returned(message.parts(), from, to), message.name()))
                .toList();
        return said.withMessages(messages);
    }

    private static List<Part> returned(List<Part> parts, Dialect from, DialectCodec to) {
        List<Part> returned = new ArrayList<>();
        for (Part part : parts) {
            Part own = part;
            if (part instanceof Part.Reasoning reasoning && reasoning.signature() != null) {
                String signature = own(reasoning.signature(), from, to.dialect());
                boolean text = to.takesUnsignedReasoning() && !reasoning.text().isEmpty();
                own = signature != null || text ? new Part.Reasoning(reasoning.text(), signature) : null;
            } else if (part instanceof Part.RedactedReasoning redacted) {
                String data = own(redacted.data(), from, to.dialect());
                own = data == null ? null : new Part.RedactedReasoning(data);
            }
            if (own != null) {
                returned.add(own);
            }
        }
        return returned;
    }

    /** The signature as its maker wrote it, or null where that is not who is asked. */
    private static String own(String signature, Dialect from, Dialect to) {
        String[] parts = read(signature);
        String maker = parts == null ? maker(from) : parts[0];
        return maker.equals(maker(to)) ? (parts == null ? signature : parts[1]) : null;
    }

    /** Whether a signature says who made it: no provider wrote it so. */
    static boolean isForeign(String signature) {
        return read(signature) != null;
    }

    /** Claude's are good wherever Claude runs. */
    private static String maker(Dialect dialect) {
        return dialect == Dialect.BEDROCK_CONVERSE ? Dialect.ANTHROPIC_MESSAGES.code() : dialect.code();
    }

    private static String written(String maker, String signature) {
        return Base64.getEncoder().encodeToString((PLAIN_MARK + maker + "/" + signature).getBytes(UTF_8));
    }

    /** Maker and signature, or null where a provider's own stands there. */
    private static String[] read(String written) {
        if (written == null || !written.startsWith(MARK)) {
            return null;
        }
        try {
            String standard = written.replace('-', '+').replace('_', '/');
            String plain = new String(Base64.getDecoder().decode(standard), UTF_8);
            String[] parts = plain.substring(PLAIN_MARK.length()).split("/", 2);
            return parts.length == 2 ? parts : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
