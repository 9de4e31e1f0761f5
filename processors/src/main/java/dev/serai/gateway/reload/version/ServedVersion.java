/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

/**
 * A version of a task, as the deployer builds and serves it.
 *
 * @param id as records and headers name it, e.g. {@code v3-1f0c5d2ab9e4}
 */
public record ServedVersion(String id, TaskTexts texts) {}
