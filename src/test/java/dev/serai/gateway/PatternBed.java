/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.deployment.BreakerView;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.MeterRegistry;

/** Three simulated deployments whose scripts a test replaces, and a task for every way in which patterns ask them. */
final class PatternBed {
    static final String ALPHA = "alpha";
    static final String BETA = "beta";
    static final String GAMMA = "gamma";

    /** What a request of the loser may still take to be closed. */
    static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final GatewayUnderTest gateway;

    private PatternBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
    }

    static GatewayUnderTest.Builder setup() {
        return GatewayUnderTest.builder()
                .deployment(ALPHA, "llm:sim/quick", "connections: 128", "breaker: { minimumCalls: 20 }")
                .deployment(BETA, "llm:sim/quick", "connections: 128", "breaker: { minimumCalls: 20 }")
                .deployment(GAMMA, "llm:sim/quick", "connections: 1", "breaker: { minimumCalls: 20 }");
    }

    /** A task whose route calls these endpoints one after the other. */
    static String task(String name, String parameters, String... uris) {
        StringBuilder yaml = new StringBuilder("""
                - route:
                    id: %1$s
                    from:
                      uri: task:%1$s
                      parameters: { owner: tests, deadline: 10s, %2$s }
                      steps:
                """.formatted(name, parameters));
        for (String uri : uris) {
            yaml.append("        - to: \"").append(uri).append("\"\n");
        }
        return yaml.toString();
    }

    /** All deployments quick, all breakers closed, and an empty journal. */
    static PatternBed on(GatewayUnderTest.Builder setup) {
        PatternBed bed = new PatternBed(setup.shared());
        for (String deployment : List.of(ALPHA, BETA, GAMMA)) {
            bed.script(deployment, "seed: 0");
            bed.gateway
                    .bean(Breakers.class)
                    .reset(bed.gateway
                            .bean(Catalogue.class)
                            .current()
                            .find(deployment)
                            .orElseThrow())
                    .join();
        }
        bed.gateway.journal().clear();
        return bed;
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    GatewayClient client() {
        return new GatewayClient(gateway.baseUrl(), gateway.key());
    }

    /** What a deployment does from now on; it answers with its own name, unless the script has an answer. */
    PatternBed script(String deployment, String yaml) {
        String answer = yaml.contains("answer:") ? "" : "answer: " + deployment + " says so\n";
        gateway.sim().server().mount(mount(deployment), SimScript.read(answer + yaml));
        return this;
    }

    List<SimRequest> asked(String deployment) {
        return gateway.journal().requests(mount(deployment));
    }

    JsonNode recordOf(GatewayClient.Reply reply) {
        return gateway.awaitRecord(reply.requestId());
    }

    /** The one attempt of the record at a deployment. */
    static JsonNode attempt(JsonNode decision, String deployment) {
        for (JsonNode attempt : decision.path("attempts")) {
            if (attempt.path("deployment").asText().equals(deployment)) {
                return attempt;
            }
        }
        throw new AssertionError("no attempt at " + deployment + " in " + decision);
    }

    /** Waits until a deployment's only request has been closed by the gateway. */
    void awaitAborted(String deployment) {
        within(AT_ONCE)
                .until(() -> asked(deployment).size() == 1
                        && asked(deployment).get(0).outcome() == SimRequest.Outcome.CLIENT_CLOSED);
    }

    CircuitBreaker breaker(String deployment) {
        return gateway.bean(Breakers.class).of(deployment(deployment));
    }

    /** What the deployment's breaker has counted. */
    BreakerView counted(String deployment) {
        return gateway.bean(Breakers.class).view(deployment(deployment));
    }

    private Deployment deployment(String name) {
        return gateway.bean(Catalogue.class).current().find(name).orElseThrow();
    }

    double count(String counter, String... tags) {
        var found = gateway.bean(MeterRegistry.class).find(counter).tags(tags).counter();
        return found == null ? 0 : found.count();
    }

    static ConditionFactory within(Duration limit) {
        return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(limit);
    }

    private String mount(String deployment) {
        return gateway.sim().mount(deployment, "quick", Map.of()).getPath().substring(1);
    }
}
