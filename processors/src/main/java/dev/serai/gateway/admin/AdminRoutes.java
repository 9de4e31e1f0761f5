/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.serai.gateway.admin.VersionViews.HereView;
import dev.serai.gateway.admin.VersionViews.ProblemView;
import dev.serai.gateway.admin.VersionViews.StateView;
import dev.serai.gateway.reload.ReloadProblem;
import dev.serai.gateway.reload.ReloadState;
import dev.serai.gateway.reload.RouteDeployer;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.gateway.task.TaskRegistry;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.gateway.version.TaskState;
import dev.serai.gateway.version.Version;
import dev.serai.gateway.version.VersionControl;
import dev.serai.gateway.version.VersionEvent;
import dev.serai.gateway.version.VersionStore;
import dev.serai.llm.LlmException;

/** What serves of each task, and what keeps files from being in force, by the bean name {@code admin-routes}. Thread-safe. */
@Component("admin-routes")
public final class AdminRoutes {
    private final VersionControl control;
    private final VersionStore store;
    private final TaskRegistry tasks;
    private final RouteDeployer deployer;
    private final ReloadState reload;

    AdminRoutes(
            VersionControl control,
            VersionStore store,
            TaskRegistry tasks,
            RouteDeployer deployer,
            ReloadState reload) {
        this.control = control;
        this.store = store;
        this.tasks = tasks;
        this.deployer = deployer;
        this.reload = reload;
    }

    /**
     * One task.
     *
     * @param state    what the fleet has agreed on; null while the database is away
     * @param active   the version that is active, in full, and who gave it to all callers, when and why
     * @param versions how many there are
     * @param file     where it comes from on this instance; null where its files do not have the task
     * @param here     what this instance serves
     * @param problem  why that is something else
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record RouteView(
            String task,
            String file,
            ActiveView active,
            StateView state,
            Integer versions,
            HereView here,
            ProblemView problem) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ActiveView(
            int version, String id, String hash, String profileVersion, String since, String by, String why) {}

    /** Answers with all tasks; while the database is away, with what this instance knows of them. */
    public void list(Exchange exchange) {
        Map<String, RouteView> known = new LinkedHashMap<>();
        boolean away = false;
        try {
            known.putAll(AdminDatabase.ask(this::agreedOn));
        } catch (LlmException e) {
            away = true;
        }
        TreeSet<String> names = new TreeSet<>(known.keySet());
        tasks.all().stream().map(TaskVersion::name).forEach(names::add);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "routes",
                names.stream()
                        .map(name -> onThisInstance(name, known.get(name)))
                        .toList());
        answer.put("problems", problems());
        answer.put("database", away ? "away" : "up");
        AdminDoor.answer(exchange, answer);
    }

    private Map<String, RouteView> agreedOn() {
        VersionStore.Overview overview = store.overview();
        Map<String, RouteView> routes = new LinkedHashMap<>();
        for (TaskState state : control.states()) {
            routes.put(
                    state.task(),
                    new RouteView(
                            state.task(),
                            null,
                            active(state, overview),
                            StateView.of(state),
                            overview.counts().getOrDefault(state.task(), 0),
                            null,
                            null));
        }
        return routes;
    }

    private static ActiveView active(TaskState state, VersionStore.Overview overview) {
        Version version = overview.inUse().stream()
                .filter(each -> each.task().equals(state.task())
                        && Integer.valueOf(each.sequence()).equals(state.active()))
                .findFirst()
                .orElse(null);
        if (version == null) {
            return null;
        }
        VersionEvent since = overview.activations().get(state.task());
        return new ActiveView(
                version.sequence(),
                version.id(),
                version.hash(),
                version.profileVersion(),
                since == null ? null : since.at().toString(),
                since == null ? null : since.deed().who(),
                since == null ? null : since.deed().why());
    }

    private RouteView onThisInstance(String task, RouteView agreed) {
        Serving serving = deployer.serving(task);
        ReloadProblem problem = reload.unserved().get(task);
        return new RouteView(
                task,
                serving == null ? null : serving.active().texts().route(),
                agreed == null ? null : agreed.active(),
                agreed == null ? null : agreed.state(),
                agreed == null ? null : agreed.versions(),
                tasks.live(task).map(HereView::of).orElse(null),
                problem == null ? null : ProblemView.of(problem));
    }

    /** Answers with what is wrong with the files on disk, and what cannot be served. */
    public void reload(Exchange exchange) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("problems", problems());
        Map<String, ProblemView> unserved = new LinkedHashMap<>();
        reload.unserved().forEach((task, problem) -> unserved.put(task, ProblemView.of(problem)));
        answer.put("unserved", unserved);
        answer.put("changed", reload.changed().toString());
        answer.put("applied", reload.applied());
        answer.put("refused", reload.refused());
        AdminDoor.answer(exchange, answer);
    }

    private List<ProblemView> problems() {
        return reload.problems().stream().map(ProblemView::of).toList();
    }
}
