/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.nio.file.Path;

import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;

/**
 * An H2 file, opened by one process at a time.
 *
 * @param file without H2's ending
 */
record HomeDatabase(Path file) implements JdbcConnectionDetails {
    /**
     * A commit is in the file when it returns, so that it outlives the process however that ends; names and the few things
     * that H2 and PostgreSQL write differently are PostgreSQL's.
     */
    private static final String OPTIONS =
            ";WRITE_DELAY=0;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_ON_EXIT=FALSE";

    @Override
    public String getJdbcUrl() {
        return "jdbc:h2:file:" + file + OPTIONS;
    }

    /** The file's permissions protect it, not a password that would stand beside it. */
    @Override
    public String getUsername() {
        return "serai";
    }

    @Override
    public String getPassword() {
        return "";
    }
}
