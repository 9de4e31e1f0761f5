/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.exact;

import dev.serai.gateway.dispatch.CacheUse;
import dev.serai.gateway.dispatch.Call;

/** Hears what becomes of calls whose task keeps answers. Must not block. */
public interface CacheListener {
    /** What became of an answer that a provider gave. */
    enum Keeping {
        KEPT,
        /** Cut off, a refusal, with tool calls, not what the task's output schema asks for, or not judged good. */
        UNFIT,
        TOO_LARGE,
        /** For want of money a cheaper deployment made it than the task would have asked. */
        DOWNGRADED
    }

    void looked(Call call, CacheUse.Answer answer);

    void answered(Call call, Keeping keeping);
}
