/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** The jar, killed while an operator promotes versions (Q4). */
@Tag("soak")
class PromoteKillSoakTest {
    private static final String TASK = "answer";
    private static final int KILLS = 4;

    @Test
    @DisplayName("Q4: killed in the middle of a promote and started again, one version serves: the recorded one")
    void killedInAPromote() throws Exception {
        // Given
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder()
                .file("config/callers.yaml", AdminClient.callers())
                .deployment("says-one", "llm:sim/quick?sim.answer=one")
                .deployment("says-two", "llm:sim/quick?sim.answer=two")
                .property("serai.jms.enabled", "false")
                .task(TASK, "says-one");
        try (JarUnderTest gateway = JarUnderTest.start(setup, "-Xmx512m")) {
            AdminClient admin = new AdminClient(gateway.baseUrl(), gateway.home());
            Files.writeString(
                    gateway.home().resolve("routes/tasks/" + TASK + ".yaml"), GatewayYaml.task(TASK, "says-two"));
            FaultBed.within(ofSeconds(30)).until(() -> active(admin) == 2);
            Random moments = new Random(20261130);
            for (int i = 0; i < KILLS; i++) {
                // When
                long acknowledged = killWhilePromoting(gateway, admin, ofMillis(1 + moments.nextInt(400)));
                gateway.restart();
                // Then: the one that was under way when it died may be there too
                assertThat(revision(admin)).isIn(acknowledged, acknowledged + 1);
                assertOneServes(gateway, admin);
            }
        }
    }

    /** Returns the revision of the last change that the operator was told to be made. */
    private static long killWhilePromoting(JarUnderTest gateway, AdminClient admin, Duration after) throws Exception {
        AtomicLong acknowledged = new AtomicLong();
        int first = 3 - active(admin);
        CountDownLatch begun = new CountDownLatch(3);
        Thread operator = Thread.ofVirtual().start(() -> {
            try {
                for (int version = first; ; version = 3 - version) {
                    String body = "{\"version\": " + version + ", \"watch\": false}";
                    JsonNode answer = admin.post("routes/" + TASK + "/promote", body);
                    acknowledged.set(answer.at("/state/revision").longValue());
                    begun.countDown();
                }
            } catch (IOException e) { // it is dead
                return;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        begun.await();
        Awaitility.await().pollDelay(after).until(() -> true);
        gateway.kill();
        operator.join();
        return acknowledged.get();
    }

    private static void assertOneServes(JarUnderTest gateway, AdminClient admin) throws Exception {
        JsonNode last = admin.get("routes/" + TASK + "/history").path("history").get(0);
        int active = active(admin);
        assertThat(active).isEqualTo(last.path("to").intValue());
        GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
        FaultBed.within(ofSeconds(5))
                .until(() -> client.chat(TASK, false, "Hi").text().equals(active == 1 ? "one" : "two"));
        for (int i = 0; i < 5; i++) {
            GatewayClient.Reply reply = client.chat(TASK, i % 2 == 0, "Hi");
            assertThat(reply.text()).isEqualTo(active == 1 ? "one" : "two");
            assertThat(gateway.awaitRecord(reply.requestId())
                            .at("/task/routeVersion")
                            .asText())
                    .startsWith("v" + active + "-");
        }
    }

    private static long revision(AdminClient admin) throws Exception {
        return admin.route(TASK).at("/state/revision").longValue();
    }

    private static int active(AdminClient admin) throws Exception {
        return admin.route(TASK).at("/active/version").intValue();
    }
}
