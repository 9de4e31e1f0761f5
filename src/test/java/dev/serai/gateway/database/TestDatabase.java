/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.nio.file.Path;

import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** An empty database, reached as the gateway reaches its own. Each {@link #connect()} is another instance's pool. */
public record TestDatabase(String url, String user, String password) {

    /** The file that a gateway with that {@code data/} would open. */
    public static TestDatabase h2(Path data) {
        HomeDatabase file = new HomeDatabase(data.resolve("serai"));
        return new TestDatabase(file.getJdbcUrl(), file.getUsername(), file.getPassword());
    }

    /** Connections to a database with the gateway's tables. */
    public static final class Pool implements AutoCloseable {
        private final HikariDataSource source;

        private Pool(HikariDataSource source) {
            this.source = source;
        }

        public JdbcClient jdbc() {
            return JdbcClient.create(source);
        }

        public JdbcTemplate template() {
            return new JdbcTemplate(source);
        }

        public Transactions transactions() {
            return new Transactions(new JdbcTransactionManager(source));
        }

        @Override
        public void close() {
            source.close();
        }
    }

    /** Makes the tables too, where they are missing. */
    public Pool connect() {
        Pool pool = connectOnly();
        Flyway.configure().dataSource(pool.source).load().migrate();
        return pool;
    }

    public Pool connectOnly() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(3000);
        config.setInitializationFailTimeout(-1);
        HikariDataSource source = new HikariDataSource(config);
        return new Pool(source);
    }
}
