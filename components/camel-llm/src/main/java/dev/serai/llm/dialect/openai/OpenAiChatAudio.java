/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.openai;

import java.util.Locale;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.FieldReader;

/** Recordings, which have a format here where others have a media type. Stateless. */
final class OpenAiChatAudio {
    private static final String TYPE = "audio/";

    private OpenAiChatAudio() {}

    static Part read(FieldReader audio) throws LlmException {
        String format = audio.requiredString("format").toLowerCase(Locale.ROOT);
        return new Part.Audio(TYPE + format, audio.requiredString("data"), null);
    }

    /** The format of a media type, or null: OpenAI has two. */
    static String format(String mediaType) {
        return switch (mediaType == null ? "" : mediaType.toLowerCase(Locale.ROOT)) {
            case "audio/wav", "audio/x-wav", "audio/wave" -> "wav";
            case "audio/mp3", "audio/mpeg" -> "mp3";
            default -> null;
        };
    }
}
