/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.io.InputStream;

import dev.serai.llm.Dialect;
import dev.serai.llm.sse.FrameReader;
import dev.serai.llm.sse.SseReader;

/** A provider: where it is, which dialect it speaks, how it authenticates and how it says no. Stateless, thread-safe. */
public interface LlmProvider {
    /** The name in {@code llm:<name>/<model>}. */
    String name();

    Dialect dialect();

    /** Where requests go unless the endpoint says otherwise; null where it has to say. */
    String defaultBaseUrl();

    /** The path below the base URL, with its query where there is one. */
    String path(String model, boolean stream);

    /** Adds to the request what proves who is calling; {@code apiKey} is null where the endpoint has none. */
    void authenticate(String apiKey, OutgoingRequest request);

    /** Whether a call without a key makes no sense. */
    boolean keyRequired();

    /** The payload field that bounds the answer's length where the caller set none. */
    String maxTokensField();

    ErrorReader errors();

    /** The media type of a streamed answer, as it is asked for. */
    default String streamType() {
        return "text/event-stream";
    }

    /** Splits a streamed answer into frames. */
    default FrameReader frames(InputStream in, int maxFrameBytes) {
        return new SseReader(in, maxFrameBytes);
    }
}
