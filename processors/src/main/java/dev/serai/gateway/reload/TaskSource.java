/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

/**
 * The file that a task's route came from.
 *
 * @param version hash of the file, comments included: which edition it is
 * @param flow    hash of what the file and the patterns it uses say, without comments: what they do
 */
public record TaskSource(String version, String flow) {
    static final TaskSource INLINE = new TaskSource("inline", "inline");
}
