/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;

/** How a provider does one operation besides chat: one request, one whole answer. Stateless, thread-safe. */
public interface ProviderOperation {
    /**
     * Writes a request as the provider takes it: untouched but for the model where the caller speaks its dialect.
     *
     * @throws LlmException unsupported_feature naming the field, as the caller's dialect does, that the provider cannot
     *                      be asked; invalid_request naming a field that breaks the caller's dialect
     */
    PreparedCall prepare(LlmRequest request, String model) throws LlmException;
}
