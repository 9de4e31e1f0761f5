/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.key;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.identity.KeyHash;

/** When each key was used last, to the minute: a call only notes the first use in a minute, in memory. Thread-safe. */
@Component
public final class KeyUses {
    private final KeyTable table;
    private final ConcurrentMap<KeyHash, Instant> last = new ConcurrentHashMap<>();
    /** What the database has; only {@link #exchange} uses it. */
    private final Map<KeyHash, Instant> kept = new HashMap<>();

    KeyUses(KeyTable table) {
        this.table = table;
    }

    void note(KeyHash hash, Instant now) {
        Instant known = last.get(hash);
        if (known == null || !now.isBefore(known.plus(1, ChronoUnit.MINUTES))) {
            last.merge(hash, now.truncatedTo(ChronoUnit.MINUTES), KeyUses::later);
        }
    }

    /** As far as this instance knows, which learns from the others every minute; null: never. */
    public Instant last(KeyHash hash) {
        return last.get(hash);
    }

    /** Writes what is new here, and reads what is new elsewhere. */
    synchronized void exchange() {
        last.forEach((hash, at) -> {
            if (!at.equals(kept.get(hash))) {
                table.used(hash, at);
            }
        });
        kept.clear();
        kept.putAll(table.uses());
        kept.forEach((hash, at) -> last.merge(hash, at, KeyUses::later));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
