/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/** A public tokenizer, for models whose own counts otherwise. Its table takes half a second to load. Thread-safe. */
final class Tokenizer {
    private static volatile boolean ready;
    private static volatile Thread loading;

    private Tokenizer() {}

    /** Waits for the table, where it is not loaded yet. */
    static long count(String text) {
        long count = Table.ENCODING.countTokensOrdinary(text);
        ready = true;
        return count;
    }

    /** Whether a count need not wait; where it is not, the table is being loaded from now on. */
    static boolean isReady() {
        if (!ready && loading == null) {
            load();
        }
        return ready;
    }

    private static synchronized void load() {
        if (loading == null) {
            loading = Thread.ofPlatform().daemon().name("serai-tokenizer").start(() -> count(""));
        }
    }

    private static final class Table {
        static final Encoding ENCODING = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);
    }
}
