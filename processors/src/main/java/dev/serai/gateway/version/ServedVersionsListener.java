/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import dev.serai.gateway.reload.version.Serving;

/** Brings into force on this instance what the fleet has agreed on. */
@FunctionalInterface
public interface ServedVersionsListener {
    /**
     * Something of the task has changed, or was not known to this instance yet. When it returns, new calls are served so. It
     * runs on one thread at a time; where it throws, it is asked again every second until it does not, or something newer has
     * come.
     */
    void serve(TaskState state, Serving serving);
}
