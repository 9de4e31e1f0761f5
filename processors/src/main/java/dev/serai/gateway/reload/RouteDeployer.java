/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.config.Texts;
import dev.serai.gateway.identity.FirstRunKey;
import dev.serai.gateway.identity.KeyAnnouncement;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.reload.check.Problems;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.reload.watch.FileScan;
import dev.serai.gateway.reload.watch.FileWatch;
import dev.serai.llm.LlmComponent;

/**
 * Brings the files of {@code routes/} and {@code config/} into force: all of them when the application starts, or it does not
 * start; and what has changed, while calls go on. Thread-safe: one change at a time.
 */
@org.springframework.stereotype.Component
public final class RouteDeployer implements ApplicationListener<ApplicationStartedEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(RouteDeployer.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final CamelContext camel;
    private final SeraiHome home;
    private final FileSet.Reader reader;
    private final Reconciler reconciler;
    private final Rollover rollover;
    private final TaskServings servings;
    private final ReloadState state;
    private final KeyAnnouncement announcement;
    private final Duration poll;
    private Prepared inForce;
    private volatile Set<Path> contractFiles = Set.of();
    private FileWatch watch;

    RouteDeployer(
            CamelContext camel,
            SeraiHome home,
            FileSet.Reader reader,
            Reconciler reconciler,
            Rollover rollover,
            TaskServings servings,
            ReloadState state,
            KeyAnnouncement announcement,
            @Value("${serai.reload.poll:500ms}") Duration poll) {
        this.camel = camel;
        this.home = home;
        this.reader = reader;
        this.reconciler = reconciler;
        this.rollover = rollover;
        this.servings = servings;
        this.state = state;
        this.announcement = announcement;
        this.poll = poll;
    }

    /** A mistake is a {@link ConfigException} and stops the start. */
    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        lock.lock();
        try {
            start();
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        refuseForeignLlm();
        Texts texts = FileScan.now(home.path(), Set.of());
        Problems problems = new Problems();
        FileSet files = reader.read(texts, problems);
        problems.raise();
        takeIntoForce(rollover.prepare(files, parts -> {}), true);
        if (poll.isPositive()) {
            watch = FileWatch.start(home.path(), texts, poll, new Watched());
        }
    }

    /** A later Camel registers a component of its own under the scheme {@code llm} (CAMEL-24339). */
    private void refuseForeignLlm() {
        Component llm = camel.getComponent("llm");
        if (!(llm instanceof LlmComponent)) {
            throw new IllegalStateException("the scheme llm belongs to "
                    + llm.getClass().getName() + " here: take the library that brings it off the class path");
        }
    }

    /**
     * From now on these versions of a task serve, built from their own texts and whatever else is in force.
     *
     * @throws ConfigException where they do not go with it; nothing has changed then but the state, which says so
     * @throws IllegalArgumentException where the files have no such task
     */
    public void serve(String task, Serving serving) {
        lock.lock();
        try {
            if (inForce == null) {
                return; // at the start the book is asked
            }
            try {
                check(task, serving);
            } catch (ConfigException e) {
                state.unserved(task, e);
                throw e;
            }
            servings.serve(task, serving);
            servings.flip(inForce);
        } finally {
            lock.unlock();
        }
    }

    /** Throws as {@link #serve} would, and changes nothing. */
    public void check(String task, Serving serving) {
        lock.lock();
        try {
            if (!inForce.tasks().containsKey(task)) {
                throw new IllegalArgumentException("there is no task '" + task + "'");
            }
            servings.check(inForce, task, serving);
        } finally {
            lock.unlock();
        }
    }

    /** The versions of a task that serve; null where there is no such task. */
    public Serving serving(String task) {
        lock.lock();
        try {
            return servings.serving(task);
        } finally {
            lock.unlock();
        }
    }

    private void changed(Texts disk) {
        lock.lock();
        try {
            long began = System.nanoTime();
            Reconciler.Outcome outcome =
                    reconciler.reconcile(disk, inForce.files().texts());
            if (outcome.prepared() != null) {
                takeIntoForce(outcome.prepared(), false);
                LOG.info("Changed files are in force after {} ms", (System.nanoTime() - began) / 1_000_000);
            }
            state.note(outcome.problems(), outcome.prepared() != null);
        } finally {
            lock.unlock();
        }
    }

    private void takeIntoForce(Prepared prepared, boolean atStart) {
        servings.contribute(prepared, atStart);
        servings.flip(prepared);
        inForce = prepared;
        contractFiles = prepared.files().contractFiles();
        prepared.files().callers().keyFiles().stream().filter(FirstRunKey::made).forEach(announcement::made);
    }

    /** Camel stops after that: it must not meet a change, nor routes that are taken away. */
    @EventListener(ContextClosedEvent.class)
    public void stop() {
        if (watch != null) {
            watch.close();
        }
    }

    private final class Watched implements FileWatch.Listener {
        @Override
        public void changed(Texts now) {
            RouteDeployer.this.changed(now);
        }

        @Override
        public void tick() {
            lock.lock();
            try {
                rollover.sweep();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Set<Path> others() {
            return contractFiles;
        }
    }
}
