/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import dev.serai.gateway.reload.version.TaskTexts;

/**
 * What an instance has to serve of a task. Immutable.
 *
 * @param active    serves
 * @param candidate serves the callers of the state's rollout; null where there is none
 */
public record ServedVersions(TaskState state, Build active, Build candidate) {

    /** A version with what it is built of. */
    public record Build(Version version, VersionTexts texts) {
        /** As the deployer takes it. */
        dev.serai.gateway.reload.version.Version toBuild() {
            return new dev.serai.gateway.reload.version.Version(
                    version.sequence(), new TaskTexts(version.task(), texts.route(), texts.byName()));
        }
    }
}
