/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.concurrent.atomic.AtomicInteger;

/** A script under a name, with its count of attempts. Thread-safe. */
final class SimMount {
    private final String name;
    private final SimScript script;
    private final AtomicInteger attempts = new AtomicInteger();

    SimMount(String name, SimScript script) {
        this.name = name;
        this.script = script;
    }

    SimScript script() {
        return script;
    }

    String name() {
        return name;
    }

    /** Counts one more attempt. */
    Take next() {
        int attempt = attempts.incrementAndGet();
        return new Take(name, attempt, script, script.faultOf(attempt));
    }

    /** One attempt: its number and what shall go wrong. */
    record Take(String mount, int attempt, SimScript script, SimFault fault) {}
}
