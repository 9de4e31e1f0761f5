/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Parameters;

/** The task that a command is about. */
final class TaskName {
    @Parameters(index = "0", paramLabel = "TASK", description = "The task's name.")
    private String task;

    String name() {
        return task;
    }
}
