/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.version;

/**
 * A version of a task.
 *
 * @param number counts the task's versions from 1
 */
public record Version(int number, TaskTexts texts) {
    /** As records and headers name it, e.g. {@code v3-1f0c5d2ab9e4}. */
    public String id() {
        return "v" + number + "-" + texts.hash();
    }
}
