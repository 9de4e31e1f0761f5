/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.stream;

import dev.serai.gateway.dispatch.CallOutcome;
import dev.serai.llm.LlmException;

/** The body of a call that is given another's answer: the bytes that went to the other's client. For one thread. */
public interface ReadyAnswer {
    /** Whether the other was a stream; else all of it comes at once. */
    boolean isStream();

    /**
     * More of it, which it may wait for; null at its end.
     *
     * @throws LlmException where the other call fails, or the one that waits is cancelled
     */
    byte[] next() throws LlmException, InterruptedException;

    /** The other's; known at the end. */
    CallOutcome outcome();
}
