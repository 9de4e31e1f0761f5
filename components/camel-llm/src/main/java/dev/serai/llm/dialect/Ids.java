/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.util.UUID;

/** Ids for what a provider gave none. */
public final class Ids {
    private Ids() {}

    /** @param prefix the dialect's own, e.g. {@code msg_} */
    public static String create(String prefix) {
        return prefix + UUID.randomUUID().toString().replace("-", "");
    }

    /** The id itself where there is one. */
    public static String orNew(String id, String prefix) {
        return id == null || id.isEmpty() ? create(prefix) : id;
    }
}
