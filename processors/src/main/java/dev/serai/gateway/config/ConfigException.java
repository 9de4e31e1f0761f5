/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.file.Path;

/**
 * A file that cannot be taken as it is, for the operator: {@code file:line: problem — fix}. The message quotes what the
 * file says, never what a placeholder in it stands for, so it is safe to log and to show.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final int line;
    private final int column;
    private final String problem;
    private final String fix;

    /** Line and column count from 1; line 0 means the file as a whole. */
    public ConfigException(Path file, int line, int column, String problem, String fix) {
        this(file, line, column, problem, fix, null);
    }

    public ConfigException(Path file, int line, int column, String problem, String fix, Throwable cause) {
        super(file + (line > 0 ? ":" + line : "") + ": " + problem + " — " + fix, cause);
        this.file = file;
        this.line = line;
        this.column = column;
        this.problem = problem;
        this.fix = fix;
    }

    public Path file() {
        return file;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    public String problem() {
        return problem;
    }

    public String fix() {
        return fix;
    }
}
