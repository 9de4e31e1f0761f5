/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.provider.LlmProvider;

/** What of one call's request which providers cannot express; found out once per provider and dialect. Thread-safe. */
final class Expressible {
    private final Map<Target, Optional<String>> missing = new ConcurrentHashMap<>(2);

    /** Providers of one name and dialect express the same. */
    private record Target(String provider, Dialect dialect) {}

    Optional<String> missing(LlmRequest request, LlmProvider provider) {
        return missing.computeIfAbsent(new Target(provider.name(), provider.dialect()), target -> {
            try {
                request.checkExpressible(provider);
                return Optional.empty();
            } catch (LlmException e) {
                return Optional.of(e.field() == null ? "request" : e.field());
            }
        });
    }
}
