/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.llm.LlmException;

/**
 * What serves, as this instance has last seen it in the database, and tells its listeners of it. Thread-safe: one
 * comparison runs at a time.
 */
@Component
public final class ActiveVersions {
    private static final Logger LOG = LoggerFactory.getLogger(ActiveVersions.class);

    private final VersionControl control;
    private final VersionStore store;
    private final List<ServedVersionsListener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, TaskState> known = new ConcurrentHashMap<>();
    private final Map<String, Long> told = new HashMap<>();
    private final Map<String, Long> failed = new HashMap<>();
    private final ReentrantLock comparing = new ReentrantLock();

    ActiveVersions(VersionControl control, VersionStore store) {
        this.control = control;
        this.store = store;
    }

    /** To be called before the first comparison: what it is told is what changes after. */
    public void listen(ServedVersionsListener listener) {
        listeners.add(listener);
    }

    /** By task, as it was at the last comparison; reads local memory only. */
    public Map<String, TaskState> known() {
        return Map.copyOf(known);
    }

    /**
     * Compares with the database, on the caller's thread; the listeners have been told when it returns.
     *
     * @throws NestedRuntimeException where the database cannot be reached: all stays as it is
     */
    public void compare() {
        comparing.lock();
        try {
            for (TaskState state : control.states()) {
                known.put(state.task(), state);
                if (state.active() != null && !Objects.equals(told.get(state.task()), state.revision())) {
                    tell(state);
                }
            }
        } finally {
            comparing.unlock();
        }
    }

    /** Compares where the database is in reach: it is the loop's otherwise. */
    public void follow() {
        try {
            compare();
        } catch (NestedRuntimeException e) {
            LOG.debug("what was changed is followed when the database is back", e);
        }
    }

    private void tell(TaskState state) {
        try {
            Serving serving = store.serving(state);
            listeners.forEach(listener -> listener.serve(state, serving));
            told.put(state.task(), state.revision());
            failed.remove(state.task());
        } catch (NestedRuntimeException e) {
            throw e;
        } catch (ConfigException e) { // the deployer has said so; the next comparison tries again
            failed.put(state.task(), state.revision());
        } catch (RuntimeException | LlmException e) { // one task's trouble: the others are told all the same
            if (!Objects.equals(failed.put(state.task(), state.revision()), state.revision())) {
                LOG.atError()
                        .setCause(e)
                        .addKeyValue("task", state.task())
                        .addKeyValue("version", state.active())
                        .log("this instance cannot serve what the fleet has agreed on; it tries again every second");
            }
        }
    }
}
