/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.version.Deed;
import dev.serai.gateway.version.VersionControl;
import dev.serai.gateway.version.VersionEvent;
import dev.serai.gateway.version.VersionStore;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("soak")
@DisplayName("Q4: the gateway without its PostgreSQL")
class DatabaseOutageSoakTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path data;

    @Test
    @DisplayName(
            "Q4 M4: while PostgreSQL is away calls are served, but for those with idempotency keys, and the health says so; it recovers by itself")
    void servesOn() throws Exception {
        try (PostgresServer server = PostgresServer.start(data.resolve("postgres"));
                GatewayUnderTest gateway = gateway(server.newDatabase())) {
            GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
            // Given
            assertThat(client.get("/actuator/health").body()).contains("\"db\":{\"status\":\"UP\"}");
            // When
            int port = server.stop();
            // Then
            for (int call = 0; call < 20; call++) {
                assertThat(client.chat("quickly", false).status()).isEqualTo(200);
            }
            HttpResponse<String> refused = keyed(gateway);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(DoorHttp.json(refused).at("/error/code").textValue()).isEqualTo("idempotency_unavailable");
            assertThat(client.get("/actuator/health").body()).contains("\"db\":{\"status\":\"DOWN\"}");
            assertThat(client.get("/actuator/health/readiness").status()).isEqualTo(200);
            Awaitility.await("the metric").atMost(PATIENCE).until(() -> age(client) > 3);
            // When
            server.start(port);
            // Then
            Awaitility.await("the database")
                    .atMost(PATIENCE)
                    .until(() -> client.get("/actuator/health").status() == 200);
            Awaitility.await("the comparison").atMost(PATIENCE).until(() -> age(client) < 2);
            assertThat(keyed(gateway).statusCode()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("Q4: a file that changes while PostgreSQL is away is a version, and serves, as soon as it is back")
    void keepsWhatItMissed() throws Exception {
        try (PostgresServer server = PostgresServer.start(data.resolve("postgres"));
                GatewayUnderTest gateway = gateway(server.newDatabase())) {
            GatewayClient client = new GatewayClient(gateway.baseUrl(), gateway.key());
            ReloadBed bed = new ReloadBed(gateway);
            int port = server.stop();
            // When
            bed.apply(() -> bed.edit("routes/tasks/quickly.yaml", "one-quick", "two-quick"));
            // Then
            assertThat(client.chat("quickly", false).text()).isEqualTo("one");
            // When
            server.start(port);
            // Then
            bed.awaitAnswer("quickly", "two");
            VersionEvent last =
                    gateway.bean(VersionControl.class).history("quickly", 1).get(0);
            assertThat(last.to()).isEqualTo(2);
            assertThat(last.deed()).isEqualTo(new Deed("file", "routes/tasks/quickly.yaml"));
            assertThat(gateway.bean(VersionStore.class).find("quickly", 2).profileVersion())
                    .matches("[0-9a-f]{12}");
        }
    }

    /** M4: a call whose key makes a promise that only the database can keep. */
    private static HttpResponse<String> keyed(GatewayUnderTest gateway) {
        return DoorHttp.post(
                gateway,
                DoorHttp.OPENAI,
                gateway.key(),
                GatewayClient.chatBody("quickly", false, "Hi"),
                "Idempotency-Key",
                "one");
    }

    private static double age(GatewayClient client) throws Exception {
        return client.get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("serai_versions_age"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow();
    }

    private static GatewayUnderTest gateway(TestDatabase database) {
        return GatewayUnderTest.builder()
                .deployment("one-quick", "llm:sim/quick?sim.answer=one")
                .deployment("two-quick", "llm:sim/quick?sim.answer=two")
                .task("quickly", "one-quick")
                .property("spring.datasource.url", database.url())
                .property("spring.datasource.username", database.user())
                .property("spring.datasource.password", database.password())
                .start();
    }
}
