/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A wire format in which applications speak to models, whoever serves them. */
public enum Dialect {
    OPENAI_CHAT,
    ANTHROPIC_MESSAGES,
    OPENAI_RESPONSES,
    GEMINI_GENERATE,
    BEDROCK_CONVERSE,
    COHERE_CHAT,
    OLLAMA_CHAT;

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The dialect as it is written in options and records, e.g. {@code openai-chat}. */
    public String code() {
        return code;
    }

    /** Reads {@link #code()}; throws IllegalArgumentException naming the known ones. */
    public static Dialect of(String code) {
        for (Dialect dialect : values()) {
            if (dialect.code.equals(code)) {
                return dialect;
            }
        }
        throw new IllegalArgumentException("dialect '" + code + "' is not one of "
                + Arrays.stream(values()).map(Dialect::code).collect(Collectors.joining(", ")));
    }
}
