/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

import org.apache.camel.Route;
import org.awaitility.Awaitility;

import dev.serai.gateway.reload.ReloadProblem;
import dev.serai.gateway.reload.ReloadState;

/** A gateway whose files a test edits while it runs: three deployments that say who they are, and a task that asks one. */
final class ReloadBed {
    /** Seconds are for slow machines: what takes so long has been forgotten. */
    static final Duration LIMIT = Duration.ofSeconds(15);

    /** How often files are looked at. */
    static final String POLL = "serai.reload.poll";

    static final String TASK = "routes/tasks/answer.yaml";
    static final String DEPLOYMENTS = "config/deployments.yaml";

    private final GatewayUnderTest gateway;
    private final Path home;
    private final GatewayClient client;

    ReloadBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
        this.home = gateway.home();
        this.client = new GatewayClient(gateway.baseUrl(), gateway.key());
    }

    /** Of a gateway in another JVM, which is only seen from outside. */
    ReloadBed(Path home, GatewayClient client) {
        this.gateway = null;
        this.home = home;
        this.client = client;
    }

    /** @param tokens of the task {@code long}: a stream says ten a second */
    static GatewayUnderTest.Builder setup(int tokens) {
        return GatewayUnderTest.builder()
                .deployment("says-one", "llm:sim/quick?sim.answer=one", "connections: 500")
                .deployment("says-two", "llm:sim/quick?sim.answer=two", "connections: 500")
                .deployment("says-three", "llm:sim/quick?sim.answer=three", "connections: 500")
                .deployment(
                        "speaks-long", "llm:sim/quick?sim.tokenDelay=100ms&sim.tokens=" + tokens, "connections: 500")
                .deployment("speaks-quick", "llm:sim/quick?sim.tokens=" + tokens)
                .task("quick", "speaks-quick")
                .task("answer", "says-one")
                .task("long", "speaks-long", "deadline: 60s", "attemptTimeout: 50s");
    }

    GatewayClient client() {
        return client;
    }

    Path file(String path) {
        return home.resolve(path);
    }

    String read(String path) {
        try {
            return Files.readString(file(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As an editor that writes a new file and renames it. */
    void write(String path, String text) {
        try {
            Path target = file(path);
            Files.createDirectories(target.getParent());
            Path draft = target.resolveSibling("." + target.getFileName() + ".new");
            Files.writeString(draft, text);
            Files.move(draft, target, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void edit(String path, String text, String replacement) {
        String before = read(path);
        if (!before.contains(text)) {
            throw new IllegalArgumentException(path + " has no '" + text + "'");
        }
        write(path, before.replace(text, replacement));
    }

    void delete(String path) {
        try {
            Files.delete(file(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void move(String from, String to) {
        try {
            Files.move(file(from), file(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String ask(String task) throws Exception {
        GatewayClient.Reply reply = client().chat(task, false);
        return reply.status() == 200 ? reply.text() : "status " + reply.status();
    }

    void awaitAnswer(String task, String answer) {
        await("the answer of " + task).until(() -> ask(task), answer::equals);
    }

    /** Makes an edit, and waits until it is in force. */
    void apply(Runnable edit) {
        ReloadState state = gateway.bean(ReloadState.class);
        long before = state.applied();
        edit.run();
        await("the edit is in force").until(() -> state.applied() > before);
    }

    List<ReloadProblem> problems() {
        return gateway.bean(ReloadState.class).problems();
    }

    /** The problems, once there are any, as {@code path:line: problem}. */
    List<String> awaitProblems() {
        await("problems").until(() -> !problems().isEmpty());
        return problems().stream()
                .map(problem -> problem.text().replace(gateway.home() + "/", ""))
                .toList();
    }

    void awaitNoProblems() {
        await("no problems").until(() -> problems().isEmpty());
    }

    /** Ids of all routes whose id begins so. */
    TreeSet<String> routes(String prefix) {
        TreeSet<String> ids = new TreeSet<>();
        gateway.camel().getRoutes().stream()
                .map(Route::getRouteId)
                .filter(id -> id.startsWith(prefix))
                .forEach(ids::add);
        return ids;
    }

    static org.awaitility.core.ConditionFactory await(String what) {
        return Awaitility.await(what)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions();
    }

    GatewayUnderTest gateway() {
        return gateway;
    }
}
