/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Command;

@Command(
        name = "kill",
        description = "Stops new calls: of a caller, of a task, to a deployment or to all of a provider.%n")
final class Kill extends KillSwitch {
    Kill() {
        super("PUT");
    }
}
