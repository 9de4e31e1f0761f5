/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One HTTP request.
 *
 * @param path      without the query
 * @param query     without its question mark, empty where there is none
 * @param headers   by lower-case name, several values joined by a comma
 * @param keepAlive whether the connection serves further requests
 * @param chunked   whether the client understands chunks
 */
record WireRequest(
        String method,
        String path,
        String query,
        Map<String, String> headers,
        byte[] body,
        boolean keepAlive,
        boolean chunked) {
    private static final Set<String> CREDENTIALS =
            Set.of("authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie");

    /** The headers without what would let a reader of the journal in. */
    Map<String, String> maskedHeaders() {
        Map<String, String> masked = new TreeMap<>(headers);
        masked.replaceAll((name, value) -> CREDENTIALS.contains(name) ? "***" : value);
        return masked;
    }
}
