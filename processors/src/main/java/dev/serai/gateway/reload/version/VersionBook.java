/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

/**
 * Keeps the versions of tasks and says which of them serve. The deployer calls it on one thread at a time, after the texts
 * were checked and built; it may take a moment, and must not throw for a store that is out of reach: then what it knows
 * stands. To have other versions served later on, call {@code RouteDeployer.serve}.
 */
public interface VersionBook {
    /**
     * The files have a task with these texts: it is new here, or they have changed, or the gateway starts.
     *
     * @param profileVersion hash of all of it that changes the output
     * @return what is to serve; mostly the version of these texts
     */
    Serving contributed(TaskTexts texts, String profileVersion, Origin origin);

    /** The version of the texts that the files have for a task; its id has the number 0 where it could not be kept yet. */
    ServedVersion ofFiles(TaskTexts texts);

    /** The files have the task no longer: it serves no more. */
    void withdrawn(String task, Origin origin);

    /**
     * Where a change comes from.
     *
     * @param who     {@code file} for an edit of a file
     * @param why     for {@code file}, what changed: the file's path
     * @param atStart whether the gateway is starting
     */
    record Origin(String who, String why, boolean atStart) {
        public static Origin file(String path, boolean atStart) {
            return new Origin("file", path, atStart);
        }
    }
}
