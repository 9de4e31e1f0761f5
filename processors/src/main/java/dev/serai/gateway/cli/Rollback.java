/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "rollback", description = "Gives all callers of a task a version that served before.%n")
final class Rollback extends TaskChange {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "VERSION",
            description = "Its number; the one before the active one.")
    private Integer version;

    Rollback() {
        super("POST", "rollback");
    }

    @Override
    void describe(Map<String, Object> body) {
        body.put("version", version);
    }
}
