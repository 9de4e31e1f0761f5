/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.nio.file.Path;

/**
 * A file that cannot be taken as it is, for the operator: {@code file:line: problem — fix}. The message quotes what the
 * file says, never what a placeholder in it stands for, so it is safe to log and to show.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String problem;
    private final String fix;

    /** Line and column count from 1; line 0 means the file as a whole. */
    public ConfigException(Path file, int line, int column, String problem, String fix) {
        this(file, line, column, problem, fix, null);
    }

    public ConfigException(Path file, int line, int column, String problem, String fix, Throwable cause) {
        this(new Place(file, line, column, false), problem, fix, cause);
    }

    private ConfigException(Place place, String problem, String fix, Throwable cause) {
        super(place + ": " + problem + " — " + fix, cause);
        this.place = place;
        this.problem = problem;
        this.fix = fix;
    }

    /** A file that is not even well-formed: here the column is part of the message, since the line alone says little. */
    static ConfigException syntax(Path file, int line, int column, String problem, String fix) {
        return new ConfigException(new Place(file, line, column, true), problem, fix, null);
    }

    /** {@code file}, {@code file:line} or {@code file:line:column}, as the message begins. */
    public String place() {
        return place.toString();
    }

    public Path file() {
        return place.file();
    }

    public int line() {
        return place.line();
    }

    public int column() {
        return place.column();
    }

    public String problem() {
        return problem;
    }

    public String fix() {
        return fix;
    }

    private record Place(Path file, int line, int column, boolean exact) {
        @Override
        public String toString() {
            return file + (line > 0 ? ":" + line : "") + (exact ? ":" + column : "");
        }
    }
}
