/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Instant;

import dev.serai.gateway.identity.KeyHash;

/**
 * A key of a caller, as far as it is known: never the key itself. Immutable.
 *
 * @param inFile    whether its hash stands in {@code callers.yaml}; if not, an operator has made it
 * @param hint      what may be seen of it; null where only the hash was ever known here
 * @param created   when it was made, to the millisecond; null for one of the file
 * @param createdBy the caller who did; null for one of the file
 * @param expires   from when on it is not valid; null: never
 * @param revoked   when it was revoked; null where it was not
 * @param revokedBy the caller who did, or null
 * @param reason    of the latest change, as the operator gave it, or null
 */
public record CallerKey(
        KeyHash hash,
        String caller,
        boolean inFile,
        String hint,
        Instant created,
        String createdBy,
        Instant expires,
        Instant revoked,
        String revokedBy,
        String reason) {

    /** A key of the file that nobody has ended. */
    static CallerKey ofFile(KeyHash hash, String caller) {
        return new CallerKey(hash, caller, true, null, null, null, null, null, null, null);
    }

    public boolean isValid(Instant now) {
        return revoked == null && (expires == null || now.isBefore(expires));
    }

    /** What it is called where it is changed: unique among a caller's keys. */
    public String id() {
        return hash.id();
    }

    /** The same, ending at that time if it does not sooner. */
    CallerKey ending(Instant end, String why) {
        Instant sooner = expires == null || end.isBefore(expires) ? end : expires;
        return new CallerKey(hash, caller, inFile, hint, created, createdBy, sooner, revoked, revokedBy, why);
    }

    CallerKey revoked(Instant now, String by, String why) {
        return new CallerKey(hash, caller, inFile, hint, created, createdBy, expires, now, by, why);
    }
}
