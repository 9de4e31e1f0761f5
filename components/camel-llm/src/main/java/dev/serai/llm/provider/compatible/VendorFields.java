/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a vendor does not take as the dialect has it. A field stands for itself, or with {@code messages.} before it for
 * one of each message. Immutable.
 *
 * @param renamed the vendor's name by the dialect's; nothing is lost
 * @param refused fields that the vendor answers with an error, so that they are refused here, by name and before the call
 * @param roles   the vendor's role by the dialect's
 * @param tiers   the vendor's tier of service by the dialect's and its own; empty where they are the dialect's
 */
record VendorFields(
        Map<String, String> renamed, Set<String> refused, Map<String, String> roles, Map<String, String> tiers) {
    /** All of the dialect, as far as is known. */
    static final VendorFields ALL = new VendorFields(Map.of(), Set.of(), Map.of(), Map.of());

    /** A JSON schema for the answer, where only JSON can be asked for. */
    static final String SCHEMA = "response_format.json_schema";

    /** More than one answer. */
    static final String CHOICES = "n";

    private static final String MESSAGE = "messages.";

    VendorFields {
        renamed = Map.copyOf(renamed);
        refused = Set.copyOf(refused);
        roles = Map.copyOf(roles);
        tiers = Map.copyOf(tiers);
    }

    VendorFields renames(String field, String to) {
        Map<String, String> more = new HashMap<>(renamed);
        more.put(field, to);
        return new VendorFields(more, refused, roles, tiers);
    }

    VendorFields refuses(String... fields) {
        Set<String> more = new HashSet<>(refused);
        more.addAll(List.of(fields));
        return new VendorFields(renamed, more, roles, tiers);
    }

    VendorFields speaksAs(String role, String as) {
        Map<String, String> more = new HashMap<>(roles);
        more.put(role, as);
        return new VendorFields(renamed, refused, more, tiers);
    }

    VendorFields hasTiers(Map<String, String> known) {
        return new VendorFields(renamed, refused, roles, known);
    }

    /** Those of the request itself, or of each message. */
    List<String> refused(boolean inMessages) {
        return refused.stream()
                .filter(field -> field.startsWith(MESSAGE) == inMessages)
                .map(VendorFields::bare)
                .sorted()
                .toList();
    }

    /** Those of the request itself, or of each message. */
    Map<String, String> renamed(boolean inMessages) {
        Map<String, String> some = new HashMap<>();
        renamed.forEach((field, to) -> {
            if (field.startsWith(MESSAGE) == inMessages) {
                some.put(bare(field), to);
            }
        });
        return some;
    }

    private static String bare(String field) {
        return field.startsWith(MESSAGE) ? field.substring(MESSAGE.length()) : field;
    }
}
