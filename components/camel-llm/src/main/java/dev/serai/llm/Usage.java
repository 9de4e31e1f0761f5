/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

/**
 * Tokens of one attempt in disjoint classes: they add up to what was processed, whichever way the provider nests them.
 *
 * @param input     prompt tokens neither read from nor written to a cache
 * @param cacheRead prompt tokens read from the provider's cache
 * @param cacheWrite prompt tokens written to the provider's cache
 * @param output    answer tokens without reasoning
 * @param reasoning reasoning tokens
 */
public record Usage(long input, long cacheRead, long cacheWrite, long output, long reasoning) {
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

    public Usage {
        if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0 || reasoning < 0) {
            throw new IllegalArgumentException("token counts cannot be negative");
        }
    }

    public long promptTokens() {
        return input + cacheRead + cacheWrite;
    }

    public long completionTokens() {
        return output + reasoning;
    }

    public long total() {
        return promptTokens() + completionTokens();
    }
}
