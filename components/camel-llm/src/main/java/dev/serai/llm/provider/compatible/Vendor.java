/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.util.List;

import dev.serai.llm.provider.ErrorRule;

/**
 * What is particular to one vendor of the Chat Completions dialect. Immutable.
 *
 * @param name        in {@code llm:<name>/<model>}
 * @param baseUrl     null where the endpoint has to say it
 * @param keyRequired whether a call without a key makes no sense
 * @param fields      what it takes of a request, and how
 * @param errors      its own ways to say no, before those that all share
 */
record Vendor(String name, String baseUrl, boolean keyRequired, VendorFields fields, List<ErrorRule> errors) {
    Vendor {
        errors = List.copyOf(errors);
    }
}
