/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

/** Paths into a file: {@code section.name.key[0]}. */
public final class Paths {
    private Paths() {}

    /** The path of a key, or of an index such as {@code [0]}, below a path. */
    public static String join(String path, String key) {
        if (path.isEmpty() || key.isEmpty()) {
            return path + key;
        }
        return key.startsWith("[") ? path + key : path + "." + key;
    }
}
