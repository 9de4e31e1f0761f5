/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Losses;
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

    /** Where a request goes; {@code baseUrl} as the endpoint has it, without a slash at its end. */
    default URI uri(String baseUrl, String model, boolean stream) {
        return URI.create(baseUrl + path(model, stream));
    }

    /**
     * The payload as this provider takes it, where it does not take all of its dialect.
     *
     * @param losses what may be dropped
     * @throws LlmException unsupported_feature naming the field
     */
    default byte[] adapt(byte[] payload, Losses losses) throws LlmException {
        return payload;
    }

    /** How it does an operation besides chat; empty where it has none such. */
    default Optional<ProviderOperation> operation(Operation operation) {
        return Optional.empty();
    }

    /**
     * Adds to the request what proves who is calling: most take the key as a bearer token.
     *
     * @param apiKey null where the endpoint has none
     */
    default void authenticate(String apiKey, OutgoingRequest request) {
        if (apiKey != null) {
            request.setHeader("Authorization", "Bearer " + apiKey);
        }
    }

    /** Whether a call without a key makes no sense. */
    default boolean keyRequired() {
        return true;
    }

    /** The payload field that bounds the answer's length where the caller set none. */
    String maxTokensField();

    ErrorReader errors();

    /** The media types that a streamed answer may have, first the one that is asked for. */
    default List<String> streamTypes() {
        return List.of("text/event-stream");
    }

    /** Splits a streamed answer into frames. */
    default FrameReader frames(InputStream in, int maxFrameBytes) {
        return new SseReader(in, maxFrameBytes);
    }
}
