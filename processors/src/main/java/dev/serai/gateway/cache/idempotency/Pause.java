/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/** The waits of a call between two looks into the database, longer each time; they end with the call. For one thread. */
final class Pause {
    private static final Duration LONGEST = Duration.ofMillis(500);

    private final Call call;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private Duration next = Duration.ofMillis(20);
    private Long said;

    Pause(Call call) {
        this.call = call;
        call.onClose(call.cancellation().onCancel(cancelled::countDown)::close);
    }

    /** True the first time, and again when that time has passed since it last was. */
    boolean isDue(Duration every) {
        long now = System.nanoTime();
        boolean due = said == null || now - said >= every.toNanos();
        said = due ? Long.valueOf(now) : said;
        return due;
    }

    /** @throws LlmException why the call was cancelled */
    void sleep() throws LlmException, InterruptedException {
        if (cancelled.await(next.toMillis(), TimeUnit.MILLISECONDS)) {
            throw call.cancellation().reason();
        }
        next = next.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : next.multipliedBy(2);
    }
}
