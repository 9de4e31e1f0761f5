/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The gateway says whether each task's fallbacks could take over what the first deployment carries (D5). */
@Tag("soak")
class HeadroomSoakTest {
    private static final Duration SHOWN = Duration.ofSeconds(20);

    private GatewayUnderTest gateway;
    private AdminClient admin;

    @BeforeEach
    void start() throws Exception {
        gateway = GatewayUnderTest.builder()
                .file("config/callers.yaml", AdminClient.callers())
                .property("serai.jms.enabled", "false")
                .deployment("a", "llm:sim/quick", "rateLimits: { requestsPerMinute: 1000, tokensPerMinute: 1000000 }")
                .deployment("b", "llm:sim/quick")
                .deployment("c", "llm:sim/quick")
                .deployment("d", "llm:sim/quick?sim.tokens=60&sim.tokenDelay=100ms&sim.usage=none")
                .deployment("e", "llm:sim/quick")
                .deployment("few", "llm:sim/quick", "rateLimits: { requestsPerMinute: 6, tokensPerMinute: 1000000 }")
                .deployment("many", "llm:sim/quick", "rateLimits: { requestsPerMinute: 600, tokensPerMinute: 1000000 }")
                .deployment("thin", "llm:sim/quick", "rateLimits: { requestsPerMinute: 600, tokensPerMinute: 100 }")
                .deployment(
                        "shared", "llm:sim/quick", "rateLimits: { requestsPerMinute: 10, tokensPerMinute: 1000000 }")
                .deployment("unsaid", "llm:sim/quick")
                .task("flips", "a,few,many")
                .task("by-tokens", "b,thin")
                .task("rival-one", "c,shared")
                .task("rival-two", "c,shared")
                .task("streaming", "d,many")
                .task("unsure", "e,unsaid")
                .task("quiet", "b,many")
                .task("lonely", "b")
                .shared();
        admin = new AdminClient(gateway);
        admin.ask("DELETE", "kill-switches/deployment/many", null);
    }

    @Test
    @DisplayName(
            "D5: traffic that the fallbacks' limits can't carry flips the verdict and the gauge; enough limit flips them back")
    void flips() throws Exception {
        // Given
        call("flips", 8);
        assertThat(report("flips").path("verdict").textValue()).isEqualTo("enough");
        // When: the larger fallback is gone
        admin.ask("PUT", "kill-switches/deployment/many", "{\"reason\": \"a test\"}");
        // Then
        JsonNode tight = report("flips");
        assertThat(tight.path("verdict").textValue()).isEqualTo("short");
        assertThat(tight.path("headroom").doubleValue()).isEqualTo(0.75);
        assertThat(tight.at("/shortBy/requests").intValue()).isEqualTo(2);
        assertThat(tight.at("/shortBy/tokens").intValue()).isZero();
        assertThat(tight.at("/load/requests").intValue()).isEqualTo(8);
        assertThat(tight.path("deployments").findValuesAsText("deployment")).containsExactly("a", "few", "many");
        assertThat(tight.at("/deployments/0/role").textValue()).isEqualTo("primary");
        assertThat(tight.at("/deployments/1/spare/requestsPerMinute").intValue())
                .isEqualTo(6);
        assertThat(tight.at("/deployments/2/unavailable").textValue()).isEqualTo("kill_switch");
        FaultBed.within(SHOWN).until(() -> gauge("flips"), value -> value != null && value == 0.75);
        // When
        admin.ask("DELETE", "kill-switches/deployment/many", null);
        // Then
        assertThat(report("flips").path("verdict").textValue()).isEqualTo("enough");
        FaultBed.within(SHOWN).until(() -> gauge("flips"), value -> value != null && value > 1);
    }

    @Test
    @DisplayName("D5: tokens count as requests do, by what the provider reported")
    void byTokens() throws Exception {
        // When
        call("by-tokens", 4);
        // Then: 40 tokens in each answer, and the prompt's
        JsonNode task = report("by-tokens");
        long tokens = task.at("/load/tokens").longValue();
        assertThat(tokens).isGreaterThan(4 * 40);
        assertThat(task.path("verdict").textValue()).isEqualTo("short");
        assertThat(task.at("/shortBy/tokens").longValue()).isBetween(tokens - 101, tokens - 99);
        assertThat(task.at("/shortBy/requests").longValue()).isZero();
    }

    @Test
    @DisplayName("D5: tasks that would turn to the same fallback together share what it has to spare")
    void rivals() throws Exception {
        // When
        call("rival-one", 6);
        String alone = report("rival-one").path("verdict").textValue();
        call("rival-two", 6);
        JsonNode together = report("rival-one");
        // Then
        assertThat(alone).isEqualTo("enough");
        assertThat(together.path("verdict").textValue()).isEqualTo("short");
        assertThat(together.path("headroom").doubleValue()).isEqualTo(0.833);
        assertThat(together.at("/deployments/0/load/requests").intValue()).isEqualTo(12);
    }

    @Test
    @DisplayName("D5: a stream counts while it is under way, its tokens by estimate")
    void streamsUnderWay() throws Exception {
        // Given
        CompletableFuture<GatewayClient.Reply> stream =
                client().chatAsync("streaming", true, "Where is my order? ".repeat(20));
        // When
        FaultBed.within(SHOWN)
                .until(() -> report("streaming").at("/load/tokens").longValue() > 80);
        boolean running = !stream.isDone();
        JsonNode during = report("streaming");
        stream.join();
        // Then: the prompt alone has 76 by estimate
        assertThat(running).isTrue();
        assertThat(during.at("/load/requests").intValue()).isEqualTo(1);
        FaultBed.within(SHOWN)
                .until(() -> report("streaming").at("/load/tokens").longValue()
                        > during.at("/load/tokens").longValue());
        assertThat(report("streaming").at("/load/requests").intValue()).isEqualTo(1);
    }

    @Test
    @DisplayName("D5: a limit that nobody has configured is said as unknown, not as fine")
    void unknown() throws Exception {
        // When
        call("unsure", 1);
        // Then
        JsonNode task = report("unsure");
        assertThat(task.path("verdict").textValue()).isEqualTo("unknown");
        assertThat(task.has("headroom")).isFalse();
        assertThat(task.at("/deployments/1/limits/requestsPerMinute").isNull()).isTrue();
        FaultBed.within(SHOWN).until(() -> gauge("unsure"), value -> value != null && value.isNaN());
    }

    @Test
    @DisplayName("D5: without traffic, or without a second deployment, there is a word for it and no number")
    void nothingToCarry() throws Exception {
        // When
        call("lonely", 1);
        // Then
        assertThat(report("quiet").path("verdict").textValue()).isEqualTo("idle");
        assertThat(report("lonely").path("verdict").textValue()).isEqualTo("no_fallback");
        assertThat(gauge("quiet")).isNull();
        assertThat(gauge("lonely")).isNull();
    }

    private void call(String task, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            assertThat(client().chat(task, i % 2 == 1).status()).isEqualTo(200);
        }
    }

    private JsonNode report(String task) throws Exception {
        for (JsonNode each : admin.ask("GET", "headroom", null).json().path("tasks")) {
            if (each.path("task").textValue().equals(task)) {
                return each;
            }
        }
        throw new AssertionError("no report on " + task);
    }

    private Double gauge(String task) throws Exception {
        return admin.scraped("serai_headroom{task=\"" + task + "\"}");
    }

    private GatewayClient client() {
        return new GatewayClient(gateway.baseUrl(), gateway.key());
    }
}
