/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.task.LiveTask;
import dev.serai.gateway.task.TaskRegistry;
import dev.serai.gateway.version.Cohort;

import static org.assertj.core.api.Assertions.assertThat;

/** Two instances with one PostgreSQL serve the same versions of a task; each test has a task of its own (Q4). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("soak")
class VersionFleetSoakTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SHOP_KEY = "sk-serai-shop-%03d-of-the-fleet-of-versions-0000000000";
    private static final int SHOPS = 40;
    private static final int CALLERS = 4000;

    private static FleetUnderTest fleet;

    @BeforeAll
    static void start() throws IOException {
        GatewayUnderTest.closeRunning();
        TestDatabase database = PostgresServer.database();
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment("one", "llm:sim/quick?sim.answer=one")
                .deployment("two", "llm:sim/quick?sim.answer=two")
                .deployment("broken", "llm:sim/overloaded", "breaker: { minimumCalls: 1000, window: 1000 }")
                .property("serai.routes.promote", "manual")
                .property("spring.datasource.url", database.url())
                .property("spring.datasource.username", database.user())
                .property("spring.datasource.password", database.password());
        for (String task : List.of("promoted", "shared", "failing", "partly", "later")) {
            setup.task(task, "one", "maxAttempts: 1");
        }
        fleet = new FleetUnderTest(setup, 2);
    }

    @AfterAll
    static void stop() throws IOException {
        fleet.close();
    }

    private static String callers() {
        StringBuilder callers = new StringBuilder(AdminClient.callers());
        for (int shop = 0; shop < SHOPS; shop++) {
            callers.append(
                    GatewayYaml.caller("shop-" + shop, SHOP_KEY.formatted(shop), "organisation: local", "team: local"));
        }
        return callers.toString();
    }

    @Test
    @Order(1)
    @DisplayName("Q4: what is promoted or rolled back on one instance is served by both within 2 seconds")
    void promotesForAll() throws Exception {
        // Given
        secondVersion("promoted", "two");
        List<Long> millis = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            AdminClient asked = ops(round % 2);
            String answer = round % 2 == 0 ? "two" : "one";
            // When
            if (round % 2 == 0) {
                asked.post("routes/promoted/promote", "{\"version\": 2, \"watch\": false}");
            } else {
                asked.post("routes/promoted/rollback", null);
            }
            // Then
            long answered = System.nanoTime();
            await("both serve " + answer).until(() -> answers("promoted").equals(Set.of(answer)));
            millis.add((System.nanoTime() - answered) / 1_000_000);
        }
        System.out.println("both serve what was promoted after ms: " + millis);
        assertThat(millis.stream().sorted().toList().get(3))
                .as("the usual time; other builds on the machine may delay one")
                .isLessThan(2000);
    }

    @Test
    @Order(2)
    @DisplayName(
            "Q4: a rollout has the share of callers that was asked for, the same ones on both instances; more keeps those of less")
    void splitsCallers() throws Exception {
        // Given
        secondVersion("shared", "two");
        for (double percent : List.of(25.0, 60.0)) {
            // When
            ops(0).post("routes/shared/rollout", "{\"version\": 2, \"percent\": " + percent + "}");
            awaitState(
                    "shared",
                    route -> route.at("/here/candidate").isTextual()
                            && route.at("/state/rollout/percent").doubleValue() == percent);
            // Then
            int[] candidates = new int[2];
            for (int caller = 0; caller < CALLERS; caller++) {
                for (int instance = 0; instance < 2; instance++) {
                    String name = "caller-" + caller;
                    boolean chosen = isCandidate(instance, name);
                    assertThat(chosen).as(name).isEqualTo(Cohort.of("shared", name) < percent * 100);
                    candidates[instance] += chosen ? 1 : 0;
                }
            }
            assertThat(candidates[0]).isEqualTo(candidates[1]);
            assertThat(candidates[0] * 100.0 / CALLERS).isBetween(percent - 2, percent + 2);
            for (int shop = 0; shop < SHOPS; shop++) {
                String expected = Cohort.of("shared", "shop-" + shop) < percent * 100 ? "two" : "one";
                assertThat(List.of(ask(0, "shared", shop), ask(1, "shared", shop), ask(0, "shared", shop)))
                        .as("shop " + shop)
                        .containsOnly(expected);
            }
        }
        ops(1).ask("DELETE", "routes/shared/rollout", null);
        await("the rollout is over").until(() -> answers("shared").equals(Set.of("one")));
    }

    @Test
    @Order(3)
    @DisplayName("Q4: a version is taken back by what both instances have counted together")
    void countsTogether() throws Exception {
        // Given
        secondVersion("failing", "broken");
        ops(0).post("routes/failing/promote", "{\"version\": 2, \"minimumCalls\": 12, \"errorMargin\": 0.1}");
        awaitState("failing", route -> route.at("/here/active").textValue().startsWith("v2-"));
        // When: neither has enough calls alone
        for (int call = 0; call < 6; call++) {
            for (FleetUnderTest.Instance instance : fleet.all()) {
                assertThat(instance.client().chat("failing", false).status()).isNotEqualTo(200);
            }
        }
        // Then
        await("a rollback").until(() -> ops(0).get("routes/failing/history?limit=1")
                .at("/history/0/action")
                .asText()
                .equals("rollback"));
        await("both are back").until(() -> answers("failing").equals(Set.of("one")));
        JsonNode last = ops(1).get("routes/failing/history?limit=1").at("/history/0");
        assertThat(last.path("by").textValue()).isEqualTo("serai");
        assertThat(last.path("why").textValue()).startsWith("errors: 100.0 % of 12 calls");
    }

    @Test
    @Order(4)
    @DisplayName(
            "Q3 Q4: an instance that cannot serve what the fleet has agreed on keeps what it has, and says why until it can")
    void keepsWhatItCanServe() throws Exception {
        // Given: a deployment that only the first instance has
        String extra = GatewayYaml.deployment("extra", "llm:sim/quick?sim.answer=extra");
        addDeployment(0, extra);
        secondVersion("partly", "extra");
        // When
        GatewayClient.Reply refused = ops(1).ask("POST", "routes/partly/promote", "{\"version\": 2}");
        ops(0).post("routes/partly/promote", "{\"version\": 2}");
        // Then
        assertThat(refused.json().at("/error/code").textValue()).isEqualTo("version_not_servable");
        await("the problem is listed")
                .until(() -> ops(1).route("partly").path("problem").isObject());
        JsonNode route = ops(1).route("partly");
        assertThat(route.at("/problem/reason").textValue()).contains("'extra'");
        assertThat(route.at("/state/active").intValue()).isEqualTo(2);
        assertThat(route.at("/here/active").textValue()).startsWith("v1-");
        assertThat(unserved(1)).isEqualTo("1.0");
        assertThat(unserved(0)).isEqualTo("0.0");
        assertThat(fleet.instance(0).client().chat("partly", false).text()).isEqualTo("extra");
        assertThat(fleet.instance(1).client().chat("partly", false).text()).isEqualTo("one");
        // When
        addDeployment(1, extra);
        // Then
        await("both serve it").until(() -> answers("partly").equals(Set.of("extra")));
        assertThat(ops(1).route("partly").path("problem").isMissingNode()).isTrue();
        assertThat(unserved(1)).isEqualTo("0.0");
    }

    @Test
    @Order(5)
    @DisplayName("Q4: an instance that starts later serves what is active, whatever its files say")
    void servesAfterAStart() throws Exception {
        // Given
        secondVersion("later", "two");
        fleet.stop(1);
        ops(0).post("routes/later/promote", "{\"version\": 2}");
        // When
        fleet.restart(1);
        // Then
        assertThat(fleet.instance(1).client().chat("later", false).text()).isEqualTo("two");
        assertThat(Files.readString(fleet.instance(1).home().resolve("routes/tasks/later.yaml")))
                .contains("deployments: one");
        JsonNode partly = ops(1).route("partly");
        assertThat(partly.at("/here/active").textValue())
                .as("it does not have the deployment, so its file's version serves, under its own name")
                .startsWith("v1-");
        assertThat(partly.at("/problem/reason").textValue()).contains("'extra'");
    }

    private static void secondVersion(String task, String deployment) throws Exception {
        var file = fleet.instance(0).home().resolve("routes/tasks/" + task + ".yaml");
        Files.writeString(file, Files.readString(file).replace("deployments: one", "deployments: " + deployment));
        await("the version").until(() -> ops(0).route(task).path("versions").intValue() == 2);
    }

    private static void addDeployment(int instance, String yaml) throws Exception {
        Files.writeString(
                fleet.instance(instance).home().resolve(GatewayHome.DEPLOYMENTS),
                "\n" + yaml,
                StandardOpenOption.APPEND);
        await("the deployment").until(() -> ops(instance)
                .get("catalogue")
                .path("deployments")
                .findValuesAsText("name")
                .contains("extra"));
    }

    private static void awaitState(String task, Predicate<JsonNode> wanted) {
        for (int instance = 0; instance < 2; instance++) {
            AdminClient ops = ops(instance);
            await("the state of " + task).until(() -> wanted.test(ops.route(task)));
        }
    }

    /** What the instances answer now. */
    private static Set<String> answers(String task) throws Exception {
        Set<String> answers = new java.util.HashSet<>();
        for (FleetUnderTest.Instance instance : fleet.all()) {
            answers.add(instance.client().chat(task, false).text());
        }
        return answers;
    }

    private static String ask(int instance, String task, int shop) throws Exception {
        return new GatewayClient(fleet.instance(instance).url(), SHOP_KEY.formatted(shop))
                .chat(task, false)
                .text();
    }

    private static boolean isCandidate(int instance, String name) {
        LiveTask task =
                fleet.instance(instance).bean(TaskRegistry.class).live("shared").orElseThrow();
        Caller caller = new Caller(
                name,
                "local",
                "local",
                "tests",
                Set.of(),
                Set.of(),
                Set.of("public"),
                Set.of(),
                Caller.DEFAULT_PRIORITY);
        return task.choose(caller) == task.candidate();
    }

    private static String unserved(int instance) throws Exception {
        String metrics =
                fleet.instance(instance).client().get("/actuator/prometheus").body();
        return metrics.lines()
                .filter(line -> line.startsWith("serai_versions_unserved"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
    }

    private static AdminClient ops(int instance) {
        return new AdminClient(
                fleet.instance(instance).url(), fleet.instance(instance).home());
    }

    private static org.awaitility.core.ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }
}
