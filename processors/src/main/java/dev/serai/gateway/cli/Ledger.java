/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.Command;

@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Checks the ledger, and takes over what providers say of their usage.%n",
        subcommands = {ReconcileLedger.class, ImportUsage.class})
final class Ledger {}
