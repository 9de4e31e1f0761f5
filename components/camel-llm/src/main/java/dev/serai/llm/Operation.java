/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a provider is asked to do. Only a chat can be streamed. */
public enum Operation {
    CHAT,
    /** Vectors of texts. */
    EMBEDDINGS,
    /** A judgement of texts or images. */
    MODERATION,
    /** How many tokens a chat request has; nothing is generated. */
    COUNT_TOKENS;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** The operation as it is written in options and records, e.g. {@code count_tokens}. */
    public String code() {
        return code;
    }

    /** Reads {@link #code()}; throws IllegalArgumentException naming the known ones. */
    public static Operation of(String code) {
        for (Operation operation : values()) {
            if (operation.code.equals(code)) {
                return operation;
            }
        }
        throw new IllegalArgumentException("operation '" + code + "' is not one of "
                + Arrays.stream(values()).map(Operation::code).collect(Collectors.joining(", ")));
    }
}
