/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "promote", description = "Gives a version of a task to all callers.%n")
final class Promote extends TaskChange {
    @Parameters(index = "1", paramLabel = "VERSION", description = "Its number, as 'serai versions' shows it.")
    private int version;

    @Option(
            names = "--roll-back-after",
            paramLabel = "TIME",
            description = "Takes it back then, e.g. after 2h, unless it is confirmed before.")
    private String rollBackAfter;

    Promote() {
        super("POST", "promote");
    }

    @Override
    void describe(Map<String, Object> body) {
        body.put("version", version);
        body.put("rollBackAfter", rollBackAfter);
    }
}
