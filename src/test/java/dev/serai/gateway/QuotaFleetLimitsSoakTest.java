/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import dev.serai.gateway.admission.quota.Allowances;
import dev.serai.gateway.fleet.Fleet;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** Three instances share one limit (K1); QuotaFleetSoakTest does it for a minute. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("soak")
class QuotaFleetLimitsSoakTest {
    private static FleetUnderTest fleet;

    @BeforeAll
    static void start() throws IOException {
        GatewayUnderTest.closeRunning();
        fleet = new FleetUnderTest(
                GatewayUnderTest.builder()
                        .file("config/callers.yaml", AdminClient.callers() + callers())
                        .deployment("plenty", "llm:sim/quick", "connections: 1000")
                        .task("open", "plenty"),
                3);
    }

    private static String callers() {
        StringBuilder callers = new StringBuilder();
        for (String name : List.of("steady", "burst", "wide", "apart")) {
            int limit =
                    switch (name) {
                        case "burst" -> 4;
                        case "wide" -> 60_000;
                        default -> 600;
                    };
            callers.append(GatewayYaml.caller(name, key(name), "quotas: { requestsPerMinute: " + limit + " }"));
        }
        return callers.toString();
    }

    @AfterAll
    static void stop() throws IOException {
        fleet.close();
    }

    @Test
    @Order(1)
    @DisplayName("K1: what one instance lets in is not there for the others, to the last request")
    void exact() throws Exception {
        // When
        int admitted = 0;
        for (int i = 0; i < 15; i++) {
            admitted += clients("burst").get(i % 3).chat("open", false).status() == 200 ? 1 : 0;
        }
        // Then
        assertThat(admitted).isEqualTo(4);
    }

    @Test
    @Order(2)
    @DisplayName("K1: at five times its rate a caller gets its limit of all instances together, and its few at once")
    void shared() throws Exception {
        // When
        QuotaLoad load = new QuotaLoad(clients("steady"), "open").run(50, ofSeconds(6));
        // Then: 10 a second, and 20 at once
        assertThat(load.failures()).isEmpty();
        assertThat((double) load.admitted()).isBetween(60.0, 21 + 10 * load.seconds());
        assertThat(load.refused()).isGreaterThan(100);
    }

    @Test
    @Order(3)
    @DisplayName("K1: within its limit nothing is refused, and hardly a call asks the fleet")
    void leases() throws Exception {
        // Given
        long before = asked();
        // When
        QuotaLoad load = new QuotaLoad(clients("wide"), "open").run(40, ofSeconds(5));
        // Then
        assertThat(load.failures()).isEmpty();
        assertThat(load.refused()).isZero();
        assertThat(load.admitted()).isGreaterThan(100);
        assertThat(asked() - before).isLessThan(load.admitted() / 3);
    }

    @Test
    @Order(4)
    @DisplayName("K1: instances that have lost each other have their shares of the limit, and not the limit each")
    void apart() throws Exception {
        // When
        fleet.cut();
        FaultBed.within(ofSeconds(30)).until(() -> fleet.all().stream()
                .allMatch(instance -> instance.bean(Fleet.class).members() == 1
                        || !instance.bean(Fleet.class).isUp()));
        QuotaLoad load = new QuotaLoad(clients("apart"), "open").run(50, ofSeconds(4));
        fleet.mend();
        // Then: 10 a second, and 20 at once, of all together
        assertThat(load.failures()).isEmpty();
        assertThat((double) load.admitted()).isBetween(35.0, 1.05 * (21 + 10 * load.seconds()));
    }

    private static long asked() {
        return fleet.all().stream()
                .mapToLong(instance -> instance.bean(Allowances.class).asked())
                .sum();
    }

    private static List<GatewayClient> clients(String caller) {
        List<GatewayClient> clients = new ArrayList<>();
        fleet.all().forEach(instance -> clients.add(new GatewayClient(instance.url(), key(caller))));
        return clients;
    }

    private static String key(String caller) {
        return "sk-serai-" + caller + "-of-the-fleet-quota-tests-" + "0".repeat(20 - caller.length());
    }
}
