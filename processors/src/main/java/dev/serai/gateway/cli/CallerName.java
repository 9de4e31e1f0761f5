/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Parameters;

/** The caller whose keys a command is about. */
final class CallerName {
    @Parameters(index = "0", paramLabel = "CALLER", description = "The caller's name in config/callers.yaml.")
    private String caller;

    String name() {
        return caller;
    }
}
