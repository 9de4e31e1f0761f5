/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.nio.ByteBuffer;

import dev.serai.gateway.config.Hashes;

/** Where a caller stands among the callers of a task: always the same, on every instance. */
public final class Cohort {
    public static final int COUNT = 10_000;

    private Cohort() {}

    /** From 0 to 9999. A caller stands elsewhere for each task, so that not always the same ones try what is new. */
    public static int of(String task, String caller) {
        byte[] digest = Hashes.sha256(task + '\0' + caller);
        return (int) Long.remainderUnsigned(ByteBuffer.wrap(digest).getLong(), COUNT);
    }
}
