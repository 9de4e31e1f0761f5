/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.time.Instant;

import dev.serai.gateway.config.ConfigException;

/**
 * Why a file on disk is not in force as it stands there.
 *
 * @param file   its path
 * @param line   counts from 1; 0 for the file as a whole
 * @param column the same
 * @param since  when this was seen first
 */
public record ReloadProblem(String file, int line, int column, String problem, String fix, Instant since) {
    static ReloadProblem of(ConfigException e, Instant since) {
        return new ReloadProblem(String.valueOf(e.file()), e.line(), e.column(), e.problem(), e.fix(), since);
    }

    /** {@code file:line: problem — fix}. */
    public String text() {
        return file + (line > 0 ? ":" + line : "") + ": " + problem + " — " + fix;
    }
}
