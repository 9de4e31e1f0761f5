/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.admin.VersionViews.HereView;
import dev.serai.gateway.admin.VersionViews.StateView;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.task.TaskRegistry;
import dev.serai.gateway.version.ActiveVersions;
import dev.serai.gateway.version.Deed;
import dev.serai.gateway.version.ServableVersions;
import dev.serai.gateway.version.Target;
import dev.serai.gateway.version.TaskState;
import dev.serai.gateway.version.VersionControl;
import dev.serai.llm.LlmException;

/**
 * Operators change what serves, by the bean name {@code admin-version-changes}: in the database, and so in the whole fleet.
 * This instance serves it when the answer goes out. Thread-safe.
 */
@Component("admin-version-changes")
public final class AdminVersionChanges {
    private static final String VERSION = "version";
    private static final String REVISION = "revision";
    private static final Set<String> FIELDS = Set.of(REVISION, AdminDoor.REASON);

    private final VersionControl control;
    private final ServableVersions servable;
    private final ActiveVersions active;
    private final SafetyFields safety;
    private final TaskRegistry tasks;
    private final AuditLog audit;

    AdminVersionChanges(
            VersionControl control,
            ServableVersions servable,
            ActiveVersions active,
            SafetyFields safety,
            AdminVersionChanges.Here here) {
        this.control = control;
        this.servable = servable;
        this.active = active;
        this.safety = safety;
        this.tasks = here.tasks();
        this.audit = here.audit();
    }

    /** What is of this instance only. */
    @Component
    record Here(TaskRegistry tasks, AuditLog audit) {}

    /** How it stands, and what is asked for. */
    private record Ask(TaskState state, AdminBody body, Deed deed) {
        Target target(int version) {
            return new Target(state.task(), version, state.revision());
        }
    }

    @FunctionalInterface
    private interface Change {
        TaskState make(Ask ask) throws LlmException;
    }

    /** Gives a version to all callers. */
    public void promote(Exchange exchange) throws LlmException {
        change(exchange, "promote", SafetyFields.with(VERSION, "window"), ask -> {
            int version = version(ask);
            servable.check(ask.state().task(), version);
            return control.promote(ask.target(version), safety.read(ask.body()), ask.deed());
        });
    }

    /** Gives all callers a version that served before: the one before, unless one is named. */
    public void rollBack(Exchange exchange) throws LlmException {
        change(exchange, "rollback", Set.of(VERSION, REVISION, AdminDoor.REASON), ask -> {
            Integer named = ask.body().integer(VERSION);
            int version = named == null ? control.previous(ask.state()) : named;
            servable.check(ask.state().task(), version);
            return control.rollBack(ask.target(version), ask.deed());
        });
    }

    /** Gives a version to a share of the callers. */
    public void rollOut(Exchange exchange) throws LlmException {
        change(exchange, "rollout", SafetyFields.with(VERSION, "percent"), ask -> {
            int version = version(ask);
            double percent = AdminBody.required("percent", ask.body().number("percent"));
            if (percent < 0 || percent > 99.99) {
                throw LlmException.invalid(
                        "percent", "'percent' is from 0 to 99.99: to give a version to all callers, promote it.");
            }
            servable.check(ask.state().task(), version);
            return control.rollOut(ask.target(version), percent, safety.read(ask.body()), ask.deed());
        });
    }

    /** Gives all callers the active version again. */
    public void endRollout(Exchange exchange) throws LlmException {
        change(
                exchange,
                "end-rollout",
                FIELDS,
                ask -> control.endRollout(ask.state().task(), ask.state().revision(), ask.deed()));
    }

    /** Keeps what serves beyond its appointed time. */
    public void confirm(Exchange exchange) throws LlmException {
        change(
                exchange,
                "confirm",
                FIELDS,
                ask -> control.confirm(ask.state().task(), ask.state().revision(), ask.deed()));
    }

    private static int version(Ask ask) throws LlmException {
        return AdminBody.required(VERSION, ask.body().integer(VERSION));
    }

    private void change(Exchange exchange, String action, Set<String> fields, Change change) throws LlmException {
        AdminBody body = AdminBody.of(exchange, fields);
        TaskState before = AdminVersions.state(control, AdminDoor.path(exchange, "task"));
        Long revision = body.wide(REVISION);
        if (revision != null && revision != before.revision()) {
            throw VersionControl.changedSince(before, revision);
        }
        String reason = body.reason();
        Ask ask = new Ask(before, body, new Deed(Call.of(exchange).caller().name(), reason));
        TaskState after = AdminDatabase.ask(() -> change.make(ask));
        audit.write(
                exchange,
                new AuditLog.Deed("version." + action, before.task(), reason),
                StateView.of(before),
                StateView.of(after));
        active.follow();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("state", StateView.of(after));
        tasks.live(before.task()).map(HereView::of).ifPresent(here -> answer.put("here", here));
        AdminDoor.answer(exchange, answer);
    }
}
