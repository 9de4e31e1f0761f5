/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

/** Paths into a file: {@code section.name.key[0]}. */
final class Paths {
    private Paths() {}

    static String join(String path, String key) {
        if (path.isEmpty() || key.isEmpty()) {
            return path + key;
        }
        return key.startsWith("[") ? path + key : path + "." + key;
    }
}
