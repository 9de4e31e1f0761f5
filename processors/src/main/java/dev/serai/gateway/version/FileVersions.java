/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.reload.RouteDeployer;
import dev.serai.gateway.reload.version.ServedVersion;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.reload.version.VersionBook;
import dev.serai.llm.LlmException;

/**
 * Between the deployer and the database: what files bring becomes versions, and what the database says is served. What
 * comes while the database is away is kept as soon as it is back. Thread-safe.
 */
@Component
final class FileVersions implements VersionBook {
    private static final Logger LOG = LoggerFactory.getLogger(FileVersions.class);

    private final VersionControl control;
    private final VersionStore store;
    private final VersionSettings settings;
    private final ObjectProvider<RouteDeployer> deployer;
    private final boolean promotes;
    private final Map<String, Integer> ofFiles = new ConcurrentHashMap<>();
    /** By task, the revision of its state when the files last brought something. */
    private final Map<String, Long> broughtAt = new ConcurrentHashMap<>();

    private final Map<String, Shown> shown = new ConcurrentHashMap<>();
    private final Map<String, Missed> missed = new ConcurrentHashMap<>();

    FileVersions(
            VersionControl control,
            VersionStore store,
            VersionSettings settings,
            ObjectProvider<RouteDeployer> deployer,
            @Value("${serai.routes.promote}") String promote) {
        this.control = control;
        this.store = store;
        this.settings = settings;
        this.deployer = deployer;
        this.promotes = Promote.valueOf(promote.toUpperCase(Locale.ROOT)) == Promote.AUTO;
    }

    private enum Promote {
        AUTO,
        MANUAL
    }

    /** What is served of a task: with it, and only with it, a serving has to be made anew. */
    private record Shown(Integer active, Rollout rollout) {
        static Shown of(TaskState state) {
            return new Shown(state.active(), state.rollout());
        }
    }

    private record Missed(TaskTexts texts, String profileVersion, Origin origin) {}

    @Override
    public Serving contributed(TaskTexts texts, String profileVersion, Origin origin) {
        missed.remove(texts.task());
        try {
            TaskState state = keep(texts, profileVersion, origin);
            shown.put(texts.task(), Shown.of(state));
            return store.serving(state);
        } catch (NestedRuntimeException | LlmException e) { // the deployer goes on with what there is
            LOG.atWarn()
                    .addKeyValue("task", texts.task())
                    .addKeyValue("cause", e.getMessage())
                    .log("what a file says is no version yet: it becomes one when the database is back");
            missed.put(texts.task(), new Missed(texts, profileVersion, origin));
            Serving before = deployer.getObject().serving(texts.task());
            return before == null ? Serving.only(ofFiles(texts)) : before;
        }
    }

    @Override
    public ServedVersion ofFiles(TaskTexts texts) {
        int sequence = missed.containsKey(texts.task()) ? 0 : ofFiles.getOrDefault(texts.task(), 0);
        return new ServedVersion(Version.id(sequence, texts.hash()), texts);
    }

    @Override
    public void withdrawn(String task, Origin origin) {
        missed.remove(task);
        ofFiles.remove(task);
        broughtAt.remove(task);
        shown.remove(task);
    }

    private TaskState keep(TaskTexts texts, String profileVersion, Origin origin) throws LlmException {
        String task = texts.task();
        Draft draft = new Draft(profileVersion, texts);
        Deed deed = new Deed(origin.who(), origin.why());
        VersionStore.Recorded recorded =
                promotes ? control.publish(draft, settings.safety(), deed) : control.record(draft, deed);
        int sequence = recorded.version().sequence();
        Integer before = ofFiles.put(task, sequence);
        TaskState state = control.state(task);
        Long since = broughtAt.put(task, state.revision());
        if (state.active() == sequence) {
            return state;
        }
        if (promotes && before != null && before != sequence && control.lastUse(task, sequence) <= since) {
            Target target = new Target(task, sequence, state.revision());
            TaskState wanted = sequence < before
                    ? control.rollBack(target, deed)
                    : control.promote(target, settings.safety(), deed);
            broughtAt.put(task, wanted.revision());
            return wanted;
        }
        LOG.atWarn()
                .addKeyValue("task", task)
                .addKeyValue("active", state.active())
                .addKeyValue("file", sequence)
                .log("the version that serves is another one than the file's");
        return state;
    }

    /** Brings into force what the database says, where this instance's files have the task. */
    void serve(TaskState state, Serving serving) {
        Shown wanted = Shown.of(state);
        if (wanted.equals(shown.get(state.task())) || deployer.getObject().serving(state.task()) == null) {
            return;
        }
        shown.remove(state.task());
        deployer.getObject().serve(state.task(), serving);
        shown.put(state.task(), wanted);
    }

    /** Keeps what could not be kept when it came. */
    void keepMissed() {
        missed.forEach((task, each) -> {
            try {
                keep(each.texts(), each.profileVersion(), each.origin());
                missed.remove(task, each);
                TaskState state = control.state(task);
                deployer.getObject().serve(task, store.serving(state));
                shown.put(task, Shown.of(state));
            } catch (ConfigException | LlmException e) { // the next round sees what has become of it
                LOG.debug("{} is not kept yet: {}", task, e.getMessage());
            }
        });
    }

    /** Joins it with the loop, which it does not know. */
    @Component
    static final class Follows {
        Follows(FileVersions files, ActiveVersions active, VersionLoop loop) {
            active.listen(files::serve);
            loop.everyRound(files::keepMissed);
        }
    }
}
