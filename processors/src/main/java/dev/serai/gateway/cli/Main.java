/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import org.slf4j.LoggerFactory;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What {@code ./serai} runs. Exit codes: 0 done, 1 not done or problems found, 2 wrong usage. */
@Command(
        name = "serai",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Serai's command line.%n",
        footer = {"", "serai COMMAND --help explains a command. All of it: docs/cli.md"},
        subcommands = {
            Check.class,
            New.class,
            Routes.class,
            Versions.class,
            Diff.class,
            History.class,
            Promote.class,
            Rollback.class,
            RollOut.class,
            EndRollout.class,
            Confirm.class,
            ReloadErrors.class,
            Keys.class,
            Breakers.class,
            Breaker.class,
            KillSwitches.class,
            Kill.class,
            Unkill.class,
            Faults.class,
            Headroom.class,
            Overload.class,
            Quotas.class,
            Spend.class,
            CommandLine.HelpCommand.class
        })
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        System.exit(commands().execute(args));
    }

    /** All commands, not run. */
    static CommandLine commands() {
        return new CommandLine(new Main())
                .setUsageHelpAutoWidth(true)
                .setAbbreviatedOptionsAllowed(false)
                .setExecutionExceptionHandler((failure, command, parsed) -> Failure.tell(failure, command));
    }
}
