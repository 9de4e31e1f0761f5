/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import dev.serai.gateway.database.Transactions;
import dev.serai.gateway.reload.version.ServedVersion;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** The versions that there are. Thread-safe, also between the instances of a fleet. */
@Component
public final class VersionStore {
    private final Transactions transactions;
    private final VersionTable versions;
    private final StateTable states;
    private final EventTable events;
    private final VersionSettings settings;

    VersionStore(
            Transactions transactions,
            VersionTable versions,
            StateTable states,
            EventTable events,
            VersionSettings settings) {
        this.transactions = transactions;
        this.versions = versions;
        this.states = states;
        this.events = events;
        this.settings = settings;
    }

    /** A version, and whether it was made just now. */
    public record Recorded(Version version, boolean isNew) {}

    /** What is to be seen of all tasks at once. */
    public Overview overview() {
        return new Overview(versions.inUse(), versions.counts(), events.activations());
    }

    /**
     * Of all tasks.
     *
     * @param inUse       versions that serve somebody
     * @param counts      by task, how many versions there are
     * @param activations by task, the change that gave its active version to all callers
     */
    public record Overview(List<Version> inUse, Map<String, Integer> counts, Map<String, VersionEvent> activations) {}

    /** Those of a task, the latest first. */
    public List<Version> all(String task) {
        return versions.all(task);
    }

    public Version find(String task, int sequence) throws LlmException {
        return versions.find(task, sequence).orElseThrow(() -> unknown(task, sequence));
    }

    public TaskTexts texts(Version version) {
        return versions.texts(version);
    }

    /** What a state says of its task is to serve; it has an active version. */
    Serving serving(TaskState state) throws LlmException {
        ServedVersion active = served(state.task(), state.active());
        Rollout rollout = state.rollout();
        return rollout == null
                ? Serving.only(active)
                : Serving.rollout(active, served(state.task(), rollout.candidate()), rollout::includes);
    }

    ServedVersion served(String task, int sequence) throws LlmException {
        Version version = find(task, sequence);
        return new ServedVersion(version.id(), versions.texts(version));
    }

    /** What differs, as a unified diff; empty where nothing does. */
    public String diff(String task, int from, int to) throws LlmException {
        Version old = find(task, from);
        Version other = find(task, to);
        return VersionDiff.unified(versions.texts(old), versions.texts(other));
    }

    /** Keeps those texts as a version. The same texts are one version, however many record them at once. */
    public Recorded record(Draft draft, Deed deed) {
        String hash = draft.texts().hash();
        Optional<Version> known = versions.byHash(draft.task(), hash);
        if (known.isPresent()) {
            return new Recorded(known.get(), false);
        }
        return transactions.run(() -> {
            states.ensure(draft.task());
            states.lock(draft.task());
            Optional<Version> other = versions.byHash(draft.task(), hash);
            return other.isPresent() ? new Recorded(other.get(), false) : insert(draft, hash, deed);
        });
    }

    private Recorded insert(Draft draft, String hash, Deed deed) {
        Version version = new Version(
                draft.task(),
                states.nextSequence(draft.task()),
                hash,
                draft.profileVersion(),
                states.now(),
                deed.who(),
                deed.why());
        versions.insert(version, draft.texts());
        prune(draft.task());
        return new Recorded(version, true);
    }

    /** Removes what is long out of use; the row of the task has to be locked. */
    private void prune(String task) {
        List<Version> all = versions.all(task);
        if (all.size() <= Math.min(settings.keepUsed(), settings.keepUnused())) {
            return;
        }
        Set<Integer> needed = needed(task);
        Map<Integer, Long> uses = events.lastUses(task);
        Stream<Version> unused = all.stream()
                .filter(version -> !uses.containsKey(version.sequence()))
                .skip(settings.keepUnused());
        Stream<Version> used = all.stream()
                .filter(version -> uses.containsKey(version.sequence()))
                .sorted(Comparator.comparing((Version version) -> uses.get(version.sequence()))
                        .reversed())
                .skip(settings.keepUsed());
        Stream.concat(unused, used)
                .filter(version -> !needed.contains(version.sequence()))
                .toList()
                .forEach(versions::delete);
    }

    private Set<Integer> needed(String task) {
        TaskState state = states.find(task).orElseThrow();
        Set<Integer> needed = new HashSet<>();
        if (state.active() != null) {
            needed.add(state.active());
            events.before(task, state.active()).ifPresent(needed::add);
        }
        if (state.rollout() != null) {
            needed.add(state.rollout().candidate());
        }
        if (state.watch() != null) {
            needed.add(state.watch().baseline());
        }
        return needed;
    }

    static LlmException unknown(String task, int sequence) {
        return LlmException.of(ErrorClass.NOT_FOUND)
                .code("unknown_version")
                .detail("no such version")
                .reason("There is no version " + sequence + " of the task '" + task
                        + "': list its versions; old ones that are out of use are removed.")
                .build();
    }
}
