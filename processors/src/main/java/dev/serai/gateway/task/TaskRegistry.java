/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/** The version of each task that new calls get. Thread-safe; a call keeps the version it was given. */
@Component
public final class TaskRegistry {
    private final Map<String, TaskVersion> current = new ConcurrentHashMap<>();

    void register(TaskVersion version) {
        current.put(version.name(), version);
    }

    void unregister(TaskVersion version) {
        current.remove(version.name(), version);
    }

    public Optional<TaskVersion> find(String name) {
        return Optional.ofNullable(current.get(name));
    }

    public Collection<TaskVersion> all() {
        return current.values();
    }
}
