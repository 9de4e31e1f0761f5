/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.List;

/**
 * What a task's route was made from.
 *
 * @param version hash of all that it was built of, comments included: its file, patterns, prompt and schema
 * @param deployments those that it names, itself or through a pattern, in that order
 * @param flow    hash of what the file and the patterns it uses say, without comments: what they do
 */
public record TaskSource(String version, String flow, List<String> deployments) {
    public static final TaskSource INLINE = new TaskSource("inline", "inline", List.of());
}
