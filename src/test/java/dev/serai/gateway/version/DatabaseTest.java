/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;

/** Runs each test on both databases: {@code @ParameterizedTest @MethodSource("databases")}. */
public abstract class DatabaseTest {
    @TempDir
    static Path folder;

    private static int files;

    protected static synchronized Stream<Arguments> databases() {
        return Stream.of(
                Arguments.of("H2", TestDatabase.h2(folder.resolve("h2-" + files++))),
                Arguments.of("PostgreSQL", PostgresServer.database()));
    }
}
