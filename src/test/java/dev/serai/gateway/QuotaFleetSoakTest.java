/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** A minute of three instances at five times a tenant's limit, and another tenant beside it (K1, K5). */
@Tag("soak")
class QuotaFleetSoakTest {
    private static final int PER_MINUTE = 300;

    @Test
    @DisplayName(
            "K1 K5: at 5 times the allowed rate a tenant gets within 5 % of it in a minute, and another's P99 stays within 20 %")
    void noisyTenant() throws Exception {
        // Given
        GatewayUnderTest.closeRunning();
        try (FleetUnderTest fleet = new FleetUnderTest(
                GatewayUnderTest.builder()
                        .file("config/callers.yaml", AdminClient.callers() + caller("noisy") + caller("quiet"))
                        .deployment("plenty", "llm:sim/quick?sim.latency=500ms", "connections: 500")
                        .task("open", "plenty"),
                3)) {
            new QuotaLoad(clients(fleet, "quiet"), "open").run(20, ofSeconds(10));
            QuotaLoad alone = new QuotaLoad(clients(fleet, "quiet"), "open").run(5, ofSeconds(20));
            // When
            CompletableFuture<QuotaLoad> beside =
                    new QuotaLoad(clients(fleet, "quiet"), "open").start(5, ofSeconds(60));
            QuotaLoad noisy = new QuotaLoad(clients(fleet, "noisy"), "open").run(5 * PER_MINUTE / 60, ofSeconds(60));
            QuotaLoad quiet = beside.get(30, TimeUnit.SECONDS);
            // Then
            System.getLogger(getClass().getName())
                    .log(
                            System.Logger.Level.INFO,
                            "admitted " + noisy.admitted() + ", refused " + noisy.refused() + ", P99 alone "
                                    + alone.p99() + " ms, beside " + quiet.p99() + " ms");
            assertThat(noisy.failures()).isEmpty();
            assertThat((double) noisy.admitted())
                    .isBetween(PER_MINUTE * 0.95, PER_MINUTE * 1.05 * noisy.seconds() / 60);
            assertThat(noisy.refused()).isGreaterThan(2 * PER_MINUTE);
            assertThat(quiet.failures()).isEmpty();
            assertThat(quiet.refused()).isZero();
            assertThat(quiet.p99() / alone.p99()).isLessThan(1.2);
        }
    }

    private static String caller(String name) {
        String organisation = "organisation: " + name;
        return name.equals("noisy")
                ? GatewayYaml.caller(name, key(name), organisation, "quotas: { requestsPerMinute: " + PER_MINUTE + " }")
                : GatewayYaml.caller(name, key(name), organisation);
    }

    private static List<GatewayClient> clients(FleetUnderTest fleet, String caller) {
        List<GatewayClient> clients = new ArrayList<>();
        fleet.all().forEach(instance -> clients.add(new GatewayClient(instance.url(), key(caller))));
        return clients;
    }

    private static String key(String caller) {
        return "sk-serai-" + caller + "-of-the-fleet-quota-soak-0000000000000000000";
    }
}
