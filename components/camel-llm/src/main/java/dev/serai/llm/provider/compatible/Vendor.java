/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.util.List;

import dev.serai.llm.provider.ErrorRule;

/**
 * What is particular to one vendor of the Chat Completions dialect. Immutable.
 *
 * @param name        in {@code llm:<name>/<model>}
 * @param baseUrl     null where the endpoint has to say it
 * @param embeddings  whether it makes embeddings too
 * @param fields      what it takes of a request, and how
 * @param errors      its own ways to say no, before those that all share
 */
record Vendor(String name, String baseUrl, boolean embeddings, VendorFields fields, List<ErrorRule> errors) {
    Vendor {
        errors = List.copyOf(errors);
    }

    /** Whoever serves the whole internet wants a key; a server of one's own may do without. */
    boolean keyRequired() {
        return baseUrl != null && baseUrl.startsWith("https:");
    }
}
