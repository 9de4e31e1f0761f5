/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Texts;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.reload.check.Problems;

/**
 * Finds out how much of what lies on disk can come into force. A file that is wrong stays as it is in force, and with it what
 * does not go without it; all others come. For one thread.
 */
@Component
final class Reconciler {
    /** A change of more files than this in which some single one is hard to blame is refused as a whole. */
    private static final int MOST_TRIED = 60;

    private static final int MOST_ROUNDS = 40;

    private final FileSet.Reader reader;
    private final Rollover rollover;
    private final TaskServings servings;

    Reconciler(FileSet.Reader reader, Rollover rollover, TaskServings servings) {
        this.reader = reader;
        this.rollover = rollover;
        this.servings = servings;
    }

    /**
     * What came of it.
     *
     * @param prepared what is to come into force; null where nothing is
     * @param problems why files on disk are not among it
     */
    record Outcome(Prepared prepared, List<ConfigException> problems) {}

    Outcome reconcile(Texts disk, Texts inForce) {
        Map<String, ConfigException> told = new LinkedHashMap<>();
        Texts candidate = disk;
        for (int round = 0; round < MOST_ROUNDS && !candidate.equals(inForce); round++) {
            Problems problems = new Problems();
            Set<Path> blamed = new HashSet<>();
            Prepared prepared = prepare(candidate, problems, blamed);
            if (problems.isEmpty()) {
                return new Outcome(prepared, List.copyOf(told.values()));
            }
            problems.all().forEach(problem -> told.putIfAbsent(problem.getMessage(), problem));
            Texts next = withoutFilesOf(problems, blamed, candidate, inForce);
            candidate = next.equals(candidate) ? whatGoes(candidate, inForce) : next;
        }
        return new Outcome(null, List.copyOf(told.values()));
    }

    private Prepared prepare(Texts texts, Problems problems, Set<Path> blamed) {
        FileSet files = read(texts, problems);
        Prepared[] prepared = new Prepared[1];
        if (problems.isEmpty()) {
            problems.collect(() -> prepared[0] = rollover.prepare(files, blamed::addAll));
        }
        return prepared[0];
    }

    private FileSet read(Texts texts, Problems problems) {
        FileSet files = reader.read(texts, problems);
        if (problems.isEmpty()) {
            servings.check(files, problems);
        }
        return files;
    }

    /** The files that the problems name are left as they are in force; where those are old, the ones that are blamed. */
    private static Texts withoutFilesOf(Problems problems, Set<Path> blamed, Texts candidate, Texts inForce) {
        Map<Path, String> back = new HashMap<>();
        Set<Path> changed = changed(candidate, inForce);
        problems.all().stream()
                .map(ConfigException::file)
                .filter(changed::contains)
                .forEach(file -> back.put(file, inForce.all().get(file)));
        if (back.isEmpty()) {
            blamed.stream()
                    .filter(changed::contains)
                    .forEach(file -> back.put(file, inForce.all().get(file)));
        }
        boolean newOnes = back.containsValue(null);
        if (newOnes) {
            // a new file that is wrong may be an old one that was renamed: what is gone stays until it is right
            changed.stream()
                    .filter(file -> !candidate.all().containsKey(file))
                    .forEach(file -> back.put(file, inForce.all().get(file)));
        }
        return candidate.with(back);
    }

    /** Nobody that has changed is named: what is in force, and of the changes those that go with it, one after the other. */
    private Texts whatGoes(Texts candidate, Texts inForce) {
        List<Path> open = new ArrayList<>(changed(candidate, inForce));
        if (open.size() > MOST_TRIED) {
            return inForce;
        }
        open.sort(Comparator.comparing(
                        (Path file) -> file.startsWith(inForce.home().resolve("routes/tasks")))
                .thenComparing(file -> file.startsWith(inForce.home().resolve("routes"))));
        Texts good = inForce;
        boolean more = true;
        while (more) {
            more = false;
            for (Path file : List.copyOf(open)) {
                Texts tried = good.with(single(file, candidate.all().get(file)));
                Problems problems = new Problems();
                read(tried, problems);
                if (problems.isEmpty()) {
                    good = tried;
                    open.remove(file);
                    more = true;
                }
            }
        }
        return good.equals(candidate) ? inForce : good;
    }

    private static Map<Path, String> single(Path file, String text) {
        Map<Path, String> single = new HashMap<>();
        single.put(file, text);
        return single;
    }

    private static Set<Path> changed(Texts candidate, Texts inForce) {
        Set<Path> all = new TreeSet<>(candidate.all().keySet());
        all.addAll(inForce.all().keySet());
        Set<Path> changed = new LinkedHashSet<>();
        for (Path file : all) {
            String now = candidate.all().get(file);
            if (now == null || !now.equals(inForce.all().get(file))) {
                changed.add(file);
            }
        }
        return changed;
    }
}
