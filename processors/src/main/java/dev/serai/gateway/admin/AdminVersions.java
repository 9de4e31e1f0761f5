/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.admin.VersionViews.EventView;
import dev.serai.gateway.admin.VersionViews.VersionView;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.reload.version.TaskTexts;
import dev.serai.gateway.version.TaskState;
import dev.serai.gateway.version.Version;
import dev.serai.gateway.version.VersionControl;
import dev.serai.gateway.version.VersionStore;
import dev.serai.llm.LlmException;

/** The versions of a task and their history, by the bean name {@code admin-versions}. Thread-safe. */
@Component("admin-versions")
public final class AdminVersions {
    private static final int EVENTS = 100;
    private static final int MOST_EVENTS = 1000;

    private final VersionControl control;
    private final VersionStore store;

    AdminVersions(VersionControl control, VersionStore store) {
        this.control = control;
        this.store = store;
    }

    /** Answers with all of them, the latest first. */
    public void list(Exchange exchange) throws LlmException {
        TaskState state = state(exchange);
        List<VersionView> versions = AdminDatabase.ask(() -> store.all(state.task())).stream()
                .map(version -> VersionView.of(version, serves(state, version)))
                .toList();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("task", state.task());
        answer.put("revision", state.revision());
        answer.put("versions", versions);
        AdminDoor.answer(exchange, answer);
    }

    /** Answers with one of them and its texts. */
    public void show(Exchange exchange) throws LlmException {
        TaskState state = state(exchange);
        int number = number("version", AdminDoor.path(exchange, "version"));
        Version version = AdminDatabase.ask(() -> store.find(state.task(), number));
        TaskTexts texts = AdminDatabase.ask(() -> store.texts(version));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("version", VersionView.of(version, serves(state, version)));
        answer.put("route", texts.route());
        answer.put("texts", texts.byName());
        AdminDoor.answer(exchange, answer);
    }

    /** Answers with what differs, as a unified diff; from the active version to the latest unless the query says otherwise. */
    public void diff(Exchange exchange) throws LlmException {
        TaskState state = state(exchange);
        String from = AdminDoor.path(exchange, "from");
        String to = AdminDoor.path(exchange, "to");
        int old = from == null ? active(state) : number("from", from);
        int other = to == null ? latest(state) : number("to", to);
        String diff = AdminDatabase.ask(() -> store.diff(state.task(), old, other));
        String accept = Doors.inbound(exchange).header().apply("accept");
        if (accept != null && accept.contains("json")) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("task", state.task());
            answer.put("from", old);
            answer.put("to", other);
            answer.put("diff", diff);
            AdminDoor.answer(exchange, answer);
        } else {
            AdminDoor.answer(exchange, diff.getBytes(StandardCharsets.UTF_8), "text/plain;charset=UTF-8");
        }
    }

    /** Answers with the latest changes of what serves, the latest first. */
    public void history(Exchange exchange) throws LlmException {
        TaskState state = state(exchange);
        String limit = AdminDoor.path(exchange, "limit");
        int events = limit == null ? EVENTS : Math.min(number("limit", limit), MOST_EVENTS);
        List<EventView> history = AdminDatabase.ask(() -> control.history(state.task(), events)).stream()
                .map(EventView::of)
                .toList();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("task", state.task());
        answer.put("history", history);
        AdminDoor.answer(exchange, answer);
    }

    private TaskState state(Exchange exchange) throws LlmException {
        return state(control, AdminDoor.path(exchange, "task"));
    }

    /** What serves of that task now. */
    static TaskState state(VersionControl control, String task) throws LlmException {
        List<TaskState> states = AdminDatabase.ask(control::states);
        return states.stream()
                .filter(state -> state.task().equals(task))
                .findFirst()
                .orElseThrow(() -> AdminDoor.notFound(
                        "task",
                        task,
                        Spelling.fix(
                                task,
                                "tasks",
                                states.stream().map(TaskState::task).toList())));
    }

    private static int active(TaskState state) throws LlmException {
        if (state.active() == null) {
            throw LlmException.invalid("from", "No version serves yet: name the versions, e.g. ?from=1&to=2.");
        }
        return state.active();
    }

    private int latest(TaskState state) throws LlmException {
        return AdminDatabase.ask(() -> store.all(state.task())).get(0).sequence();
    }

    private static String serves(TaskState state, Version version) {
        if (!state.uses(version.sequence())) {
            return null;
        }
        return Integer.valueOf(version.sequence()).equals(state.active()) ? "active" : "candidate";
    }

    private static int number(String name, String text) throws LlmException {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) { // said below
        }
        throw LlmException.invalid(name, "'" + name + "' has to be a number from 1, as the list of versions has them.");
    }
}
