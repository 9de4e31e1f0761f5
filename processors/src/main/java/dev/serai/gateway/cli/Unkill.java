/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Command;

@Command(name = "unkill", description = "Takes a kill switch back.%n")
final class Unkill extends KillSwitch {
    Unkill() {
        super("DELETE");
    }
}
