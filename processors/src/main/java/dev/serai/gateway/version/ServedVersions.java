/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

/**
 * What an instance has to serve of a task. Immutable.
 *
 * @param active    serves
 * @param candidate serves the callers of the state's rollout; null where there is none
 */
public record ServedVersions(TaskState state, Build active, Build candidate) {

    /** A version with what it is built of. */
    public record Build(Version version, VersionTexts texts) {}
}
