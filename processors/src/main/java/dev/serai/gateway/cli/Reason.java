/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.util.HashMap;
import java.util.Map;

import picocli.CommandLine.Option;

/** Why somebody changes something. */
final class Reason {
    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why, for the audit log; of a task's version, for its history too.")
    private String reason;

    /** The body of the change so far; values that are null are left out. */
    Map<String, Object> body() {
        Map<String, Object> body = new HashMap<>();
        body.put("reason", reason);
        return body;
    }
}
