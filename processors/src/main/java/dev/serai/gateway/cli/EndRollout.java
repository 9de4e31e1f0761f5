/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Command;

@Command(name = "end-rollout", description = "Gives all callers of a task the active version again.%n")
final class EndRollout extends TaskChange {
    EndRollout() {
        super("DELETE", "rollout");
    }
}
