/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import dev.serai.llm.LlmException;

/** Tells a failure to callers of one dialect. Stateless and thread-safe. */
public interface ErrorWriter {
    /** The body of an error that comes instead of an answer. */
    byte[] error(LlmException error, String requestId);
}
