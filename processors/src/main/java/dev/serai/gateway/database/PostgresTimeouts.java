/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import java.util.Map;
import java.util.Properties;

import com.zaxxer.hikari.HikariDataSource;

/**
 * Limits for connections to PostgreSQL, whose driver by default waits for ever for a server that went away in silence. What
 * the operator sets wins. H2's driver refuses names that it does not know, so they cannot stand in a file.
 */
final class PostgresTimeouts {
    /** In seconds, as the driver takes them. */
    private static final Map<String, String> DEFAULTS =
            Map.of("connectTimeout", "2", "loginTimeout", "3", "socketTimeout", "10", "tcpKeepAlive", "true");

    private PostgresTimeouts() {}

    static void apply(HikariDataSource pool) {
        String url = pool.getJdbcUrl();
        if (url == null || !url.startsWith("jdbc:postgresql:")) {
            return;
        }
        Properties properties = pool.getDataSourceProperties();
        DEFAULTS.forEach((key, value) -> {
            if (!url.contains(key + "=")) {
                properties.putIfAbsent(key, value);
            }
        });
        if (!url.contains("ApplicationName=")) {
            properties.putIfAbsent("ApplicationName", "serai");
        }
    }
}
