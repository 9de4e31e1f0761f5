/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.List;

import dev.serai.gateway.output.OutputSchema;

/**
 * What is asked of whom in a call that is made for a call: its answer is not that call's. Immutable.
 *
 * @param role        what its attempts are to the call
 * @param deployments who may be asked, in this order
 * @param prompt      the messages, in the OpenAI chat dialect
 * @param form        what the answer has to be
 * @param limits      how much of it
 * @param outlives    whether it goes on when the call has ended
 */
public record SideCall(
        Attempt.Role role,
        List<String> deployments,
        byte[] prompt,
        OutputSchema form,
        Limits limits,
        boolean outlives) {
    /** The exchange property that holds it, for {@code direct:side-call}. */
    public static final String PROPERTY = "SeraiSideCall";
    /** Set to why it came to nothing, instead of an answer as the body. */
    public static final String FAILURE = "SeraiSideFailure";

    public SideCall {
        deployments = List.copyOf(deployments);
    }

    /** @param time within what the call has left */
    public record Limits(Duration time, int maxOutputTokens) {}
}
