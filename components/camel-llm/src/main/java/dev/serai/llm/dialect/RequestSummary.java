/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.Set;

/**
 * What is read of a native payload without translating it.
 *
 * @param model           the model asked for; null where the dialect carries it elsewhere
 * @param stream          whether a stream is asked for
 * @param includeUsage    whether the client wants usage in the stream (always true where the dialect gives no choice)
 * @param maxOutputTokens the payload's own limit, or null
 * @param features        what the target must be able to do: tools, parallel_tools, json_schema, json_object, vision, files,
 *                        audio, reasoning, prompt_cache, citations, logprobs, server_tools, n_choices, prediction
 * @param promptChars     characters of all text that the model will read (system, messages, tools), for the token estimate;
 *                        of embeddings, of the longest input
 * @param depth           how deep the payload nests
 */
public record RequestSummary(
        String model,
        boolean stream,
        boolean includeUsage,
        Integer maxOutputTokens,
        Set<String> features,
        long promptChars,
        int depth) {

    /** The same with what the path says, where the dialect has no place for it in the payload. */
    public RequestSummary of(String target, boolean streamed) {
        return new RequestSummary(target, streamed, includeUsage, maxOutputTokens, features, promptChars, depth);
    }
}
