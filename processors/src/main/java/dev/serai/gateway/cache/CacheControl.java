/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache;

import java.util.Locale;

/**
 * What a caller wants of the cache.
 *
 * @param look whether it may be given an answer that is kept
 * @param keep whether its own answer may be kept
 */
public record CacheControl(boolean look, boolean keep) {
    private static final CacheControl ANY = new CacheControl(true, true);

    /** Of the request header {@code Cache-Control}; null where there is none. */
    public static CacheControl of(String header) {
        if (header == null) {
            return ANY;
        }
        boolean keep = true;
        boolean look = true;
        for (String directive : header.toLowerCase(Locale.ROOT).split(",")) {
            String name = directive.strip();
            keep &= !name.equals("no-store");
            look &= !name.equals("no-store") && !name.equals("no-cache") && !name.equals("max-age=0");
        }
        return new CacheControl(look, keep);
    }
}
