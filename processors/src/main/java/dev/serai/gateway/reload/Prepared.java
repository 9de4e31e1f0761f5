/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.Map;

import dev.serai.gateway.edition.Unit;
import dev.serai.gateway.reload.build.DoorFronts;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.reload.version.TaskTexts;

/**
 * A set of files whose routes are built and wait. Immutable.
 *
 * @param units in the order of the files
 * @param tasks where each task of the files stands
 * @param doors what becomes of the doors
 */
record Prepared(FileSet files, Iterable<Unit> units, Map<String, Task> tasks, DoorFronts.Change doors) {
    /** A task as the files have it. */
    record Task(TaskTexts texts, Unit unit) {}
}
