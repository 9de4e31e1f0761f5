/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rollout", description = "Gives a version of a task to a share of its callers.%n")
final class RollOut extends TaskChange {
    @Parameters(index = "1", paramLabel = "VERSION", description = "Its number, as 'serai versions' shows it.")
    private int version;

    @Parameters(index = "2", paramLabel = "PERCENT", description = "Of the callers, from 0 to 99.99.")
    private double percent;

    @Option(
            names = "--error-margin",
            paramLabel = "SHARE",
            description = "Takes it back where its share of errors is larger by so much, e.g. 0.05.")
    private Double errorMargin;

    RollOut() {
        super("POST", "rollout");
    }

    @Override
    void describe(Map<String, Object> body) {
        body.put("version", version);
        body.put("percent", percent);
        body.put("errorMargin", errorMargin);
    }
}
