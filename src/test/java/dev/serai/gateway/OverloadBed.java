/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.gateway.admission.overload.InstancePlaces;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.llm.provider.sim.SimScript;

/**
 * A gateway with two places and room for four that wait, callers of unlike priority and tenants, and calls that end when the
 * test wants it: they wait for an answer that never comes, until their client leaves.
 */
final class OverloadBed implements AutoCloseable {
    static final int PLACES = 2;
    static final int ROOM = 4;

    /** Who calls; the name of the key says it. */
    enum Who {
        URGENT("acme", 9),
        NORMAL("acme", 5),
        LOW("acme", 1),
        OTHER("globex", 5);

        private final String organisation;
        private final int priority;

        Who(String organisation, int priority) {
            this.organisation = organisation;
            this.priority = priority;
        }

        String key() {
            return "sk-serai-" + name().toLowerCase() + "-caller-of-the-overload-tests-0000000000";
        }

        private String yaml() {
            return GatewayYaml.caller(
                    name().toLowerCase(), key(), "organisation: " + organisation, "priority: " + priority);
        }
    }

    private static final String PATIENT = "breaker: { minimumCalls: 1000, window: 1000 }";
    private static final String LONG = "timeouts: { firstToken: 50s, idle: 50s, attempt: 55s }";

    private final GatewayUnderTest gateway;
    private final List<RawClient> holders = new ArrayList<>();

    OverloadBed() {
        gateway = GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment("never", "llm:sim/silent", PATIENT, LONG)
                .deployment("quick", "llm:sim/quick?sim.tokens=5", PATIENT)
                .deployment("counts", "llm:sim/quick?dialect=anthropic-messages", PATIENT)
                .deployment("one-at-a-time", "llm:sim/quick", PATIENT, LONG, "connections: 1")
                .deployment("down", "llm:sim/quick?sim.status=500", PATIENT)
                .deployment("cut", "llm:sim/cut", PATIENT)
                .task("holds", "never", "deadline: 60s")
                .task("quick", "quick")
                .task("counted", "counts")
                .task("hurried", "quick", "deadline: 4s")
                .task("capped", "quick", "priority: 1")
                .task("narrow", "one-at-a-time", "deadline: 20s")
                .task("narrow-then-wide", "one-at-a-time,quick")
                .file(
                        "routes/tasks/hedged.yaml",
                        PatternBed.task(
                                "hedged", "priority: 5", "kamelet:hedge?primary=one-at-a-time&hedge=down&after=10s"))
                .task("fails", "down", "maxAttempts: 1")
                .task("hops", "down,quick")
                .task("breaks", "cut", "maxAttempts: 1")
                .property("serai.overload.min-places", String.valueOf(PLACES))
                .property("serai.overload.max-places", String.valueOf(PLACES))
                .property("serai.overload.queue-size", String.valueOf(ROOM))
                .shared();
        gateway.sim().server().mount(mount("one-at-a-time"), SimScript.read("tokens: 5"));
    }

    /** All of them, and those of the admin API's tests. */
    static String callers() {
        StringBuilder callers = new StringBuilder(AdminClient.callers());
        for (Who who : Who.values()) {
            callers.append(who.yaml());
        }
        return callers.toString();
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    AdminClient admin() {
        return new AdminClient(gateway);
    }

    GatewayClient client(Who who) {
        return new GatewayClient(gateway.baseUrl(), who.key());
    }

    /** A call on its way; one that has to wait does so when this returns. */
    CompletableFuture<GatewayClient.Reply> waits(Who who, String task) {
        int before = places().waiting();
        CompletableFuture<GatewayClient.Reply> reply = client(who).chatAsync(task, false, "Hi");
        within().until(() -> reply.isDone() || places().waiting() > before);
        return reply;
    }

    /** A call of the first-run caller that is under way until its client is closed. */
    RawClient holds(String task) throws IOException {
        return holds(gateway.key(), task);
    }

    RawClient holds(String key, String task) throws IOException {
        int before = places().inUse();
        RawClient client = new RawClient(gateway, key).send(task, false, "Hi");
        holders.add(client);
        within().until(() -> places().inUse() > before);
        return client;
    }

    /** A call that waits, and is under way after that until the end of the test. */
    void waitsToHold(Who who) throws IOException {
        int before = places().waiting();
        holders.add(new RawClient(gateway, who.key()).send("holds", false, "Hi"));
        within().until(() -> places().waiting() > before);
    }

    /** Both places are taken, by the tenant of the first-run caller. */
    void fill() throws IOException {
        while (places().inUse() < PLACES) {
            holds("holds");
        }
    }

    /** A deployment answers nobody from now on, unless its client leaves. */
    void silence(String deployment) {
        gateway.sim().server().mount(mount(deployment), SimScript.read("attempts: [{silence: true}]"));
    }

    private String mount(String deployment) {
        return gateway.sim()
                .mount(deployment, "quick", java.util.Map.of())
                .getPath()
                .substring(1);
    }

    InstancePlaces places() {
        return gateway.bean(InstancePlaces.class);
    }

    int inUse(String deployment) {
        return gateway.bean(DeploymentPlaces.class)
                .view(gateway.bean(Catalogue.class).current().find(deployment).orElseThrow())
                .inUse();
    }

    int waitingFor(String deployment) {
        return gateway.bean(DeploymentPlaces.class)
                .view(gateway.bean(Catalogue.class).current().find(deployment).orElseThrow())
                .waiting();
    }

    static org.awaitility.core.ConditionFactory within() {
        return FaultBed.within(Duration.ofSeconds(15));
    }

    /** Nobody calls any more, and every place is free again. */
    @Override
    public void close() throws IOException {
        for (RawClient holder : holders) {
            holder.close();
        }
        holders.clear();
        within().until(() -> places().inUse() == 0 && places().waiting() == 0);
        within().until(() -> gateway.bean(Catalogue.class).current().all().stream()
                .allMatch(deployment -> inUse(deployment.name()) == 0));
    }
}
