/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The gateway's database: an H2 file below {@code data/}, or what {@code spring.datasource.*} names. Its tables are made by
 * the migrations in {@code db/migration}, which are written for H2 and PostgreSQL alike. Other packages use
 * {@link org.springframework.jdbc.core.simple.JdbcClient} and {@link org.springframework.transaction.support.TransactionTemplate}.
 */
package dev.serai.gateway.database;
