/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.util.function.BiConsumer;

import dev.serai.llm.Dialect;

/** A provider: where it is, which dialect it speaks, how it authenticates and how it says no. Stateless, thread-safe. */
public interface LlmProvider {
    /** The name in {@code llm:<name>/<model>}. */
    String name();

    Dialect dialect();

    /** Where requests go unless the endpoint says otherwise; null where it has to say. */
    String defaultBaseUrl();

    /** The path below the base URL. */
    String path();

    /** Sets the request headers that prove who is calling; {@code apiKey} is null where the endpoint has none. */
    void authenticate(String apiKey, BiConsumer<String, String> header);

    /** Whether a call without a key makes sense. */
    boolean keyRequired();

    /** The payload field that bounds the answer's length where the caller set none. */
    String maxTokensField();

    ErrorReader errors();
}
