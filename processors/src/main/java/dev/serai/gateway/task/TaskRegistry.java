/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.identity.Caller;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** The version of each task that new calls get. Thread-safe; a call keeps the version it was given. */
@Component
public final class TaskRegistry {
    private final Map<String, TaskVersion> current = new ConcurrentHashMap<>();
    private final Map<String, TaskVersion> byAlias = new ConcurrentHashMap<>();

    void register(TaskVersion version) {
        current.put(version.name(), version);
        version.contract().aliases().forEach(alias -> byAlias.put(alias, version));
    }

    void unregister(TaskVersion version) {
        current.remove(version.name(), version);
        version.contract().aliases().forEach(alias -> byAlias.remove(alias, version));
    }

    /** The task of that name, by which routes call it. */
    public Optional<TaskVersion> find(String name) {
        return Optional.ofNullable(current.get(name));
    }

    /** The task that an application calls by that name or alias, where the caller may know of it. */
    public Optional<TaskVersion> find(String name, Caller caller) {
        return find(name).or(() -> Optional.ofNullable(byAlias.get(name))).filter(version -> version.visibleTo(caller));
    }

    /**
     * The failure of a caller that names a task it cannot have. It is one and the same for tasks that are unknown, internal
     * or not the caller's, and for a pin without the permission.
     */
    public static LlmException notFound(String name) {
        return LlmException.of(ErrorClass.NOT_FOUND)
                .code("model_not_found")
                .detail("no such task for this caller")
                .reason("There is no task '" + name
                        + "', or this key may not call it. Models are named by task here: GET /v1/models lists yours.")
                .build();
    }

    public Collection<TaskVersion> all() {
        return current.values();
    }
}
