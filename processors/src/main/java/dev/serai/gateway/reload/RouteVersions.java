/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/** Which version of its file each task was loaded from. Thread-safe. */
@Component
public final class RouteVersions {
    private final Map<String, TaskSource> byTask = new ConcurrentHashMap<>();

    void put(String task, TaskSource source) {
        byTask.put(task, source);
    }

    /** What the task's next consumer is made from; {@code inline} for a route that came from no file. */
    public TaskSource of(String task) {
        return byTask.getOrDefault(task, TaskSource.INLINE);
    }
}
