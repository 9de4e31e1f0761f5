/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.edition.Unit;
import dev.serai.gateway.reload.build.UnitPlans;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.reload.check.Problems;
import dev.serai.gateway.reload.check.TaskSources;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.version.ServedVersion;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.reload.version.VersionBook;
import dev.serai.gateway.task.LiveTask;
import dev.serai.gateway.task.TaskVersion;

/** Which versions of the tasks serve: tells the book of what the files have, and builds what the book wants. For one thread. */
@Component
final class TaskServings {
    private final VersionBook book;
    private final FileSet.Reader reader;
    private final Rollover rollover;
    private final ReloadState state;
    private final Map<String, TaskTexts> contributed = new HashMap<>();
    private final Map<String, Serving> servings = new HashMap<>();
    private final Set<String> fallenBack = new HashSet<>();

    TaskServings(VersionBook book, FileSet.Reader reader, Rollover rollover, ReloadState state) {
        this.book = book;
        this.reader = reader;
        this.rollover = rollover;
        this.state = state;
    }

    /** Tells the book what is new in the files, and what is gone from them. */
    void contribute(Prepared prepared, boolean atStart) {
        prepared.tasks().forEach((task, stands) -> {
            TaskTexts texts = stands.texts();
            TaskTexts before = contributed.put(task, texts);
            if (before == null || !before.hash().equals(texts.hash())) {
                String profile = stands.unit().tasks().get(task).profileVersion();
                servings.put(task, book.contributed(texts, profile, VersionBook.Origin.file(texts.route(), atStart)));
            }
        });
        for (String task : List.copyOf(contributed.keySet())) {
            if (!prepared.tasks().containsKey(task)) {
                servings.remove(task);
                fallenBack.remove(task);
                state.served(task);
                book.withdrawn(
                        task, VersionBook.Origin.file(contributed.remove(task).route(), atStart));
            }
        }
    }

    /** Other versions of a task are to serve. */
    void serve(String task, Serving serving) {
        servings.put(task, serving);
        state.served(task);
    }

    Serving serving(String task) {
        return servings.get(task);
    }

    /** Brings a set of files into force, with the versions that are to serve. */
    void flip(Prepared prepared) {
        Map<String, LiveTask> live = new HashMap<>();
        List<Unit> versions = new ArrayList<>();
        prepared.tasks().forEach((task, stands) -> {
            Serving serving = servings.get(task);
            try {
                live.put(task, live(prepared, task, serving, versions));
                settled(task);
            } catch (ConfigException e) { // it was right when it was made, and is not with what is in force now
                state.unserved(task, e);
                fallenBack.add(task);
                TaskVersion file = stands.unit().tasks().get(task);
                live.put(task, LiveTask.of(file.as(book.ofFiles(stands.texts()).id())));
            }
        });
        rollover.flip(prepared, live, versions);
    }

    private void settled(String task) {
        if (fallenBack.remove(task)) {
            state.served(task);
        }
    }

    /** Whether a version can be served with the files that are in force; throws where it cannot. */
    void check(Prepared prepared, String task, Serving serving) {
        live(prepared, task, serving, new ArrayList<>());
    }

    private LiveTask live(Prepared prepared, String task, Serving serving, List<Unit> versions) {
        Unit active = unit(prepared, serving.active());
        Unit candidate = serving.candidate() == null ? null : unit(prepared, serving.candidate());
        versions.add(active);
        if (candidate != null) {
            versions.add(candidate);
        }
        return new LiveTask(
                active.tasks().get(task).as(serving.active().id()),
                candidate == null
                        ? null
                        : candidate.tasks().get(task).as(serving.candidate().id()),
                serving.choice());
    }

    private Unit unit(Prepared prepared, ServedVersion version) {
        Prepared.Task file = prepared.tasks().get(version.texts().task());
        return file != null && file.texts().hash().equals(version.texts().hash())
                ? file.unit()
                : built(prepared, version.texts());
    }

    /**
     * Whether versions that serve, and are not what the files have, go with a set of files too: a deployment that they name may
     * be missing there. Where the files have something new for the task, it is the book that decides.
     */
    void check(FileSet files, Problems problems) {
        for (Flow task : files.routes().tasks()) {
            TaskTexts texts = TaskSources.texts(task, files.routes(), files.scope());
            TaskTexts known = contributed.get(texts.task());
            Serving serving = servings.get(texts.task());
            if (known == null || serving == null || !known.hash().equals(texts.hash())) {
                continue;
            }
            for (ServedVersion version : serving.versions()) {
                if (!version.texts().hash().equals(texts.hash())) {
                    problems.collect(() -> overlay(files, texts, version.texts()));
                }
            }
        }
    }

    /** From the version's own texts, laid over what is in force. */
    private Unit built(Prepared prepared, TaskTexts version) {
        Prepared.Task file = prepared.tasks().get(version.task());
        FileSet overlaid = overlay(prepared.files(), file == null ? null : file.texts(), version);
        UnitPlans plans = new UnitPlans(overlaid);
        return rollover.unit(plans.of(overlaid.texts().home().resolve(version.route())), plans);
    }

    /** The files with a version's texts instead of those that they have for its task; throws where these are wrong then. */
    private FileSet overlay(FileSet files, TaskTexts instead, TaskTexts version) {
        Path home = files.texts().home();
        Map<Path, String> changes = new HashMap<>();
        if (instead != null) {
            changes.put(home.resolve(instead.route()), null);
        }
        version.byName().forEach((path, text) -> changes.put(home.resolve(path), text));
        Problems problems = new Problems();
        FileSet overlaid = reader.read(files.texts().with(changes), problems);
        problems.raiseIn(changes.keySet());
        return overlaid;
    }
}
