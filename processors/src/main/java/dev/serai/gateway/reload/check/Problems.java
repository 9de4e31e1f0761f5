/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.serai.gateway.config.ConfigException;

/** What is wrong with a set of files, in the order in which it was found. For one check by one thread. */
public final class Problems {
    private static final int SHOWN = 10;

    private final List<ConfigException> found = new ArrayList<>();

    /** Runs a step; what it refuses is kept, and the check goes on. */
    public void collect(Runnable step) {
        try {
            step.run();
        } catch (ConfigException e) {
            add(e);
        }
    }

    public void add(ConfigException problem) {
        found.add(problem);
    }

    void addAll(Problems others) {
        found.addAll(others.found);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public List<ConfigException> all() {
        return List.copyOf(found);
    }

    /** As {@link #raise}, for the problems of some files only. */
    public void raiseIn(Set<Path> files) {
        Problems own = new Problems();
        found.stream().filter(problem -> files.contains(problem.file())).forEach(own::add);
        own.raise();
    }

    /** Throws the first problem, with the next few as suppressed ones; nothing where there is none. */
    public void raise() {
        if (!found.isEmpty()) {
            ConfigException first = found.get(0);
            found.stream().skip(1).limit(SHOWN - 1).forEach(first::addSuppressed);
            throw first;
        }
    }
}
