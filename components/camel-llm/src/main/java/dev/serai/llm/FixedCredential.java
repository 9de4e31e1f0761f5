/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

/** A key that stays the same. */
record FixedCredential(String apiKey) implements LlmCredential {
    /** Never the key. */
    @Override
    public String toString() {
        return "LlmCredential[***]";
    }
}
