/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.edition.Edition;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.identity.Caller;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** The tasks of the edition in force, or of a call's own. Thread-safe; a call keeps the version it was given. */
@Component
public final class TaskRegistry {
    private final Editions editions;

    TaskRegistry(Editions editions) {
        this.editions = editions;
    }

    /** The active version of the task of that name. */
    public Optional<TaskVersion> find(String name) {
        return live(name).map(LiveTask::active);
    }

    /** The versions of the task of that name that serve now. */
    public Optional<LiveTask> live(String name) {
        return editions.isOpen()
                ? Optional.ofNullable(editions.current().tasks().get(name))
                : Optional.empty();
    }

    /** The version, for that call, of the task of that name: as its routes call it. */
    Optional<TaskVersion> called(String name, Call call) {
        Caller caller = call == null ? null : call.caller();
        Edition edition = call == null ? editions.current() : editions.of(call);
        return Optional.ofNullable(edition.tasks().get(name)).map(task -> task.choose(caller));
    }

    /** The version, for that call, of the task that its caller names so or by an alias, where it may know of it. */
    public Optional<TaskVersion> find(String name, Call call) {
        Edition edition = editions.of(call);
        LiveTask task = edition.tasks().get(name);
        return Optional.ofNullable(task == null ? edition.aliases().get(name) : task)
                .map(known -> known.choose(call.caller()))
                .filter(version -> version.visibleTo(call.caller()));
    }

    /** The versions, for that call, of all tasks that its caller may know of. */
    public List<TaskVersion> visible(Call call) {
        return editions.of(call).tasks().values().stream()
                .map(task -> task.choose(call.caller()))
                .filter(version -> version.visibleTo(call.caller()))
                .toList();
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

    /** The active versions of all tasks now. */
    public Collection<TaskVersion> all() {
        return editions.isOpen()
                ? editions.current().tasks().values().stream()
                        .map(LiveTask::active)
                        .toList()
                : List.of();
    }
}
