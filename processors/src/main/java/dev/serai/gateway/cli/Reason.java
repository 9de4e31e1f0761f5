/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.util.Map;

/** Why somebody changes something, as the admin API wants to have it. */
final class Reason {
    private Reason() {}

    /** None where nobody said why. */
    static Map<String, String> body(String reason) {
        return reason == null ? null : Map.of("reason", reason);
    }
}
