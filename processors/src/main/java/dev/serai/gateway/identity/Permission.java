/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a caller may do beyond calling its tasks. */
public enum Permission {
    /** Name a deployment instead of a task. */
    PIN,
    /** See which deployment answered, after how many attempts, on which route version. */
    DIAGNOSE,
    /** Use the admin API. */
    ADMIN;

    static final List<String> CODES =
            Arrays.stream(values()).map(Permission::code).toList();

    private final String code = name().toLowerCase(Locale.ROOT);

    /** The permission as it is written in {@code callers.yaml}. */
    public String code() {
        return code;
    }

    static Permission of(String code) {
        return values()[CODES.indexOf(code)];
    }
}
