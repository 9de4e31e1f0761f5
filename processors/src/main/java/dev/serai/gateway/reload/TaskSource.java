/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.List;

/**
 * The file that a task's route came from.
 *
 * @param version hash of the file, comments included: which edition it is
 * @param deployments those that it names, itself or through a pattern, in that order
 * @param flow    hash of what the file and the patterns it uses say, without comments: what they do
 */
public record TaskSource(String version, String flow, List<String> deployments) {
    static final TaskSource INLINE = new TaskSource("inline", "inline", List.of());
}
