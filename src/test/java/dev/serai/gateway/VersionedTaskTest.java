/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.file.Files;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.version.Deed;
import dev.serai.gateway.version.Safety;
import dev.serai.gateway.version.Target;
import dev.serai.gateway.version.VersionControl;
import dev.serai.gateway.version.VersionEvent;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("Q4: the versions in the database are what calls are served by")
class VersionedTaskTest {
    private static final Deed ANN = new Deed("ann", null);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FILE = "routes/tasks/quickly.yaml";

    private final TestDatabase database = PostgresServer.database();

    @Test
    @DisplayName(
            "Q4: an edit serves, a rollback too, also over a restart; a rollout, and what fails is taken back by itself")
    void servesWhatTheDatabaseSays() throws Exception {
        try (GatewayUnderTest gateway = gateway("one-quick")) {
            VersionControl control = gateway.bean(VersionControl.class);
            assertThat(versionOf(gateway)).startsWith("v1-");
            // When
            Files.writeString(gateway.home().resolve(FILE), GatewayYaml.task("quickly", "two-quick"));
            // Then
            awaitVersion(gateway, "v2-");
            assertThat(control.history("quickly", 1).get(0).deed()).isEqualTo(new Deed("file", FILE));
            // When
            control.rollBack("quickly", null, ANN);
            // Then
            awaitVersion(gateway, "v1-");
        }
        try (GatewayUnderTest gateway = gateway("two-quick")) {
            VersionControl control = gateway.bean(VersionControl.class);
            assertThat(versionOf(gateway))
                    .as("rolled back, whatever the file says")
                    .startsWith("v1-");
            // When
            control.rollOut(new Target("quickly", 2, null), 99.99, Safety.NONE, ANN);
            // Then
            awaitVersion(gateway, "v2-");
            // When
            control.endRollout("quickly", null, ANN);
            // Then
            awaitVersion(gateway, "v1-");
            // When
            Files.writeString(gateway.home().resolve(FILE), GatewayYaml.task("quickly", "one-broken"));
            awaitVersion(gateway, "v3-");
            Awaitility.await("a rollback").atMost(PATIENCE).until(() -> versionOf(gateway)
                    .startsWith("v1-"));
            // Then
            VersionEvent last = control.history("quickly", 1).get(0);
            assertThat(last.deed().who()).isEqualTo("serai");
            assertThat(last.deed().why()).startsWith("errors: 100.0 % of ");
        }
    }

    private static void awaitVersion(GatewayUnderTest gateway, String prefix) {
        Awaitility.await(prefix).atMost(PATIENCE).until(() -> versionOf(gateway).startsWith(prefix));
    }

    private static String versionOf(GatewayUnderTest gateway) throws Exception {
        GatewayClient.Reply reply = new GatewayClient(gateway.baseUrl(), gateway.key()).chat("quickly", false);
        return gateway.awaitRecord(reply.requestId()).at("/task/routeVersion").textValue();
    }

    private GatewayUnderTest gateway(String deployment) {
        return GatewayUnderTest.builder()
                .deployment("one-quick", "llm:sim/quick?sim.latency=5ms&sim.tokens=5")
                .deployment("two-quick", "llm:sim/quick?sim.latency=5ms&sim.tokens=6")
                .deployment("one-broken", "llm:sim/overloaded")
                .task("quickly", deployment)
                .property("spring.datasource.url", database.url())
                .property("spring.datasource.username", database.user())
                .property("spring.datasource.password", database.password())
                .property("serai.routes.rollback.minimum-calls", "5")
                .start();
    }
}
