/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.URI;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import dev.serai.gateway.database.PostgresServer;
import dev.serai.gateway.database.TestDatabase;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.key.KeyIndex;

import static org.assertj.core.api.Assertions.assertThat;

/** Two instances with one PostgreSQL know the same keys (B2). */
@Tag("soak")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeysFleetSoakTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static FleetUnderTest fleet;

    @BeforeAll
    static void start() throws Exception {
        GatewayUnderTest.closeRunning();
        TestDatabase database = PostgresServer.database();
        fleet = new FleetUnderTest(
                AdminKeysTest.setup().file("config/application.yaml", """
                spring:
                  datasource:
                    url: %s
                    username: %s
                    password: %s
                """.formatted(
                                database.url(), database.user(), database.password())),
                2);
    }

    @AfterAll
    static void stop() throws Exception {
        fleet.close();
    }

    @Test
    @Order(1)
    @DisplayName("B2: a revocation on one instance holds on the other within a second, and over a restart of it")
    void revokes() throws Exception {
        // Given
        String key = create();
        FaultBed.within(PATIENCE).until(() -> isKnown(1, key));
        assertThat(call(1, key)).isEqualTo(200);
        // When
        revoke(key);
        long revoked = System.nanoTime();
        FaultBed.within(PATIENCE).until(() -> !isKnown(1, key));
        // Then
        assertThat(Duration.ofNanos(System.nanoTime() - revoked)).isLessThan(Duration.ofSeconds(1));
        assertThat(call(0, key)).isEqualTo(401);
        assertThat(call(1, key)).isEqualTo(401);
        // When
        String kept = create();
        fleet.stop(1);
        fleet.restart(1);
        // Then
        assertThat(call(1, key)).isEqualTo(401);
        assertThat(call(1, kept)).isEqualTo(200);
        revoke(kept);
    }

    @Test
    @Order(2)
    @DisplayName("B2: instances that have lost each other follow the database")
    void revokesWithoutTheFleet() throws Exception {
        // Given
        String key = create();
        FaultBed.within(PATIENCE).until(() -> isKnown(1, key));
        fleet.cut();
        // When
        revoke(key);
        // Then
        FaultBed.within(PATIENCE).until(() -> !isKnown(1, key));
        fleet.mend();
    }

    private static String create() throws Exception {
        return ask("POST", "keys/web").json().path("key").textValue();
    }

    private static void revoke(String key) throws Exception {
        assertThat(ask("DELETE", "keys/web/" + AdminKeysTest.id(key)).status()).isEqualTo(200);
    }

    private static GatewayClient.Reply ask(String method, String path) throws Exception {
        return GatewayClient.Reply.of(AdminClient.send(url(0), method, path, null, AdminClient.KEY));
    }

    private static boolean isKnown(int index, String key) {
        FleetUnderTest.Instance instance = fleet.instance(index);
        return instance.bean(KeyIndex.class)
                .find(instance.bean(Editions.class).current().callers(), key)
                .isPresent();
    }

    private static int call(int index, String key) throws Exception {
        return new GatewayClient(url(index), key).chat("quickly", false).status();
    }

    private static URI url(int index) {
        return URI.create("http://localhost:"
                + fleet.instance(index).application().getWebServer().getPort());
    }
}
