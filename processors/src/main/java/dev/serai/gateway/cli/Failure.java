/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine;

/** A command that could not do what it was asked for; the message says why and what to do. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private Failure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static Failure of(String message) {
        return new Failure(CommandLine.ExitCode.SOFTWARE, message, null);
    }

    static Failure usage(String message, Throwable cause) {
        return new Failure(CommandLine.ExitCode.USAGE, message, cause);
    }

    static Failure of(String message, Throwable cause) {
        return new Failure(CommandLine.ExitCode.SOFTWARE, message, cause);
    }

    /** Prints it, without a stack trace where it was foreseen, and gives the exit code. */
    static int tell(Exception failure, CommandLine command) throws Exception {
        if (failure instanceof Failure known) {
            command.getErr().println(command.getColorScheme().errorText("serai: " + known.getMessage()));
            return known.exitCode;
        }
        throw failure;
    }
}
