/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;

/** What the last look at the files has shown: what is wrong with them now. Thread-safe. */
@Component
public final class ReloadState {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadState.class);

    private final AtomicLong applied = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Map<String, ReloadProblem> unserved = new ConcurrentSkipListMap<>();
    private volatile List<ReloadProblem> problems = List.of();
    private volatile Instant changed = Instant.now();

    /** What keeps files on disk from being in force; empty while all of them are. */
    public List<ReloadProblem> problems() {
        return problems;
    }

    /** By task, why this instance cannot serve the versions that are agreed on, and serves what it had instead. */
    public Map<String, ReloadProblem> unserved() {
        return Map.copyOf(unserved);
    }

    /** When the files were last brought into force, or found wrong. */
    public Instant changed() {
        return changed;
    }

    /** Changes that came into force since the start, also in part. */
    public long applied() {
        return applied.get();
    }

    /** Changes of which at least a part was refused, since the start. */
    public long refused() {
        return refused.get();
    }

    void unserved(String task, ConfigException why) {
        ReloadProblem problem = ReloadProblem.of(why, Instant.now());
        ReloadProblem known = unserved.get(task);
        if (known == null || !known.text().equals(problem.text())) {
            unserved.put(task, problem);
            LOG.atError()
                    .addKeyValue("task", task)
                    .log(
                            "The version that is agreed on cannot be served here, where another one goes on: {}",
                            problem.text());
        }
    }

    void served(String task) {
        if (unserved.remove(task) != null) {
            LOG.info("The task {} is served as it is agreed on again", task);
        }
    }

    /** Notes the outcome of a change; a problem is logged when it is new. */
    void note(List<ConfigException> found, boolean anythingInForce) {
        Instant now = Instant.now();
        List<ReloadProblem> before = problems;
        List<ReloadProblem> after = new ArrayList<>();
        for (ConfigException e : found) {
            ReloadProblem problem = ReloadProblem.of(e, now);
            ReloadProblem known = before.stream()
                    .filter(old -> old.text().equals(problem.text()))
                    .findFirst()
                    .orElse(null);
            if (after.stream().anyMatch(other -> other.text().equals(problem.text()))) {
                continue;
            }
            after.add(known == null ? problem : known);
            if (known == null) {
                LOG.atError()
                        .addKeyValue("file", problem.file())
                        .addKeyValue("line", problem.line())
                        .log("Not taken into force: {}", problem.text());
            }
        }
        problems = List.copyOf(after);
        changed = now;
        (found.isEmpty() ? applied : refused).incrementAndGet();
        if (!found.isEmpty() && anythingInForce) {
            applied.incrementAndGet();
        }
        if (found.isEmpty() && !before.isEmpty()) {
            LOG.info("All files are in force again");
        }
    }
}
