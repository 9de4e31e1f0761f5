/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.List;

/**
 * What a deployment may be able to do. The words, but for {@link #EMBEDDINGS}, are those of {@code RequestSummary.features()}, so that a request's
 * features and a deployment's capabilities compare as sets.
 */
public final class Capabilities {
    public static final List<String> KNOWN = List.of(
            "tools",
            "parallel_tools",
            "json_schema",
            "json_object",
            "vision",
            "files",
            "audio",
            "reasoning",
            "prompt_cache",
            "citations",
            "logprobs",
            "server_tools",
            "n_choices",
            "prediction",
            Capabilities.EMBEDDINGS);

    /** It makes vectors of texts, and nothing else. */
    public static final String EMBEDDINGS = "embeddings";

    private Capabilities() {}
}
