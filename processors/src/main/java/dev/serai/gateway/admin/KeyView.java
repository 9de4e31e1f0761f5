/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.key.CallerKey;

/**
 * A key as operators see it, and the audit log.
 *
 * @param key      what may be seen of it; null for one of the file
 * @param source   {@code api} or {@code file}
 * @param state    {@code valid}, {@code expired} or {@code revoked}
 * @param lastUsed to the minute; null: never, as far as is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record KeyView(
        String id,
        String key,
        String source,
        String state,
        String created,
        String createdBy,
        String expires,
        String revoked,
        String revokedBy,
        String reason,
        String lastUsed) {

    static KeyView of(CallerKey known, Instant lastUsed, Instant now) {
        return new KeyView(
                known.id(),
                known.hint(),
                known.inFile() ? "file" : "api",
                state(known, now),
                text(known.created()),
                known.createdBy(),
                text(known.expires()),
                text(known.revoked()),
                known.revokedBy(),
                known.reason(),
                text(lastUsed));
    }

    private static String state(CallerKey known, Instant now) {
        if (known.revoked() != null) {
            return "revoked";
        }
        return known.isValid(now) ? "valid" : "expired";
    }

    private static String text(Instant time) {
        return time == null ? null : time.toString();
    }
}
