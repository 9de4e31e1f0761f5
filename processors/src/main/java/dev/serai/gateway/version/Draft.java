/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/**
 * What may become a version. Immutable.
 *
 * @param profileVersion hash of all that changes the output, or null
 */
public record Draft(String task, String profileVersion, VersionTexts texts) {}
