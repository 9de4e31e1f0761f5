/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A real PostgreSQL, of binaries that Maven brings. It can be stopped, and started again with what it had. */
public final class PostgresServer implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static PostgresServer shared;

    private final Path data;
    private EmbeddedPostgres server;

    private PostgresServer(Path data) {
        this.data = data;
    }

    /** Starts one whose caller closes it. */
    public static PostgresServer start(Path data) {
        PostgresServer server = new PostgresServer(data);
        server.start(0);
        return server;
    }

    /** A new, empty database in the server that all tests share; it ends with the JVM. */
    public static synchronized TestDatabase database() {
        if (shared == null) {
            shared = start(null);
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
        }
        return shared.newDatabase();
    }

    public TestDatabase newDatabase() {
        String name = "serai_" + DATABASES.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new TestDatabase("jdbc:postgresql://localhost:" + server.getPort() + "/" + name, "postgres", "postgres");
    }

    /** As an outage: every connection breaks, and no new one is taken. */
    public int stop() {
        int port = server.getPort();
        close();
        return port;
    }

    /** On that port, with what is in the data folder. */
    public void start(int port) {
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
            if (data != null) {
                builder.setDataDirectory(data).setCleanDataDirectory(false);
            }
            server = (port == 0 ? builder : builder.setPort(port)).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
