/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.Map;
import java.util.function.UnaryOperator;

import dev.serai.llm.LlmException;

/**
 * What arrived at a door. Immutable.
 *
 * @param header        looks a header up by its name in any case; null where it is absent
 * @param path          what the address says, e.g. the {@code task}
 * @param remoteAddress where it came from, for the throttle of failed logins
 * @param body          empty where there was none
 * @param problem       why the body could not be taken (too large, of the wrong type), or null
 */
public record Inbound(
        UnaryOperator<String> header,
        Map<String, String> path,
        String remoteAddress,
        byte[] body,
        LlmException problem) {

    /** Never the body. */
    @Override
    public String toString() {
        return "Inbound[" + body.length + " bytes]";
    }
}
