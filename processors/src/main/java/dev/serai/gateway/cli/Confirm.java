/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Command;

@Command(
        name = "confirm",
        description = "Keeps what serves of a task beyond the time at which it would be taken back.%n")
final class Confirm extends TaskChange {
    Confirm() {
        super("POST", "confirm");
    }
}
