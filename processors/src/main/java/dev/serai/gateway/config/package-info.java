/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the data files under {@code config/} into records, and refuses whatever they don't say clearly. Every refusal is a
 * {@link dev.serai.gateway.config.ConfigException} with the file, the line and the fix; start at
 * {@link dev.serai.gateway.config.StrictYaml}.
 */
package dev.serai.gateway.config;
