/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;

/**
 * The shipped task {@code support-answer} with short time limits, in front of two simulated deployments whose scripts a
 * test replaces: {@link #FIRST} is asked first and has the smaller context window.
 */
final class FaultBed {
    static final String TASK = "support-answer";
    /** Asks the deployment with the larger window first. */
    static final String LARGE_FIRST = "large-first";
    /** Only {@link #FIRST}. */
    static final String ALONE = "alone";

    /** Both, with {@code interruption: buffer}. */
    static final String BUFFERED = "buffered";
    /** Both, with {@code interruption: buffer} and an answer that has to be {@code {"sum": <integer>}}. */
    static final String BUFFERED_JSON = "buffered-json";
    /** Both, with {@code interruption: restart}. */
    static final String RESTARTED = "restarted";

    static final String FIRST = "claude-sonnet";
    static final String SECOND = "gpt-large";

    static final String FIRST_ANSWER = "alpha one two three four five six seven";
    static final String SECOND_ANSWER = "beta eins zwei drei vier fünf sechs sieben";

    /** Longer than any call may take: the deadline of the tasks, and what slow test machines add. */
    static final Duration NO_HANG = Duration.ofSeconds(12);

    private static final String DEPLOYMENTS = "config/deployments.yaml";
    private static final String TASK_FILE = "routes/tasks/" + TASK + ".yaml";
    private static final String LIMITS = "deadline: 8s, firstToken: 800ms, idle: 800ms, attemptTimeout: 2s";

    private static final String SCHEMA = """
            {"type": "object", "required": ["sum"], "properties": {"sum": {"type": "integer"}}}
            """;

    private final GatewayUnderTest gateway;

    private FaultBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
    }

    /** On the gateway of these tests, with all scripts and the journal as new. */
    static FaultBed fresh() {
        return on(setup("{ minimumCalls: 1000, window: 1000 }"));
    }

    static FaultBed on(GatewayUnderTest.Builder setup) {
        FaultBed bed = new FaultBed(setup.shared());
        bed.first("{}");
        bed.second("{}");
        bed.gateway.journal().clear();
        return bed;
    }

    /** @param breaker the breaker's settings, as YAML */
    static GatewayUnderTest.Builder setup(String breaker) {
        String deployments = GatewayYaml.simDeployments()
                .replace("\n  claude-sonnet:", "\n  unused-sonnet:")
                .replace("\n  gpt-large:", "\n  unused-gpt:");
        String[] limits = LIMITS.split(", ");
        String both = FIRST + "," + SECOND;
        return GatewayUnderTest.builder()
                .file(
                        DEPLOYMENTS,
                        deployments + deployment(FIRST, 32_000, breaker) + deployment(SECOND, 128_000, breaker))
                .file(TASK_FILE, shortened())
                .task(LARGE_FIRST, SECOND + "," + FIRST, limits)
                .task(ALONE, FIRST, limits)
                .task(BUFFERED, both, (LIMITS + ", interruption: buffer").split(", "))
                .file("config/schemas/sum.json", SCHEMA)
                .task(
                        BUFFERED_JSON,
                        both,
                        (LIMITS + ", interruption: buffer, outputSchema: config/schemas/sum.json").split(", "))
                .task(RESTARTED, both, (LIMITS + ", interruption: restart").split(", "));
    }

    private static String deployment(String name, int window, String breaker) {
        return GatewayYaml.deployment(name, "llm:sim/quick", "breaker: " + breaker, "connections: 128")
                .replace("contextWindow: 128000", "contextWindow: " + window);
    }

    /** The shipped file with shorter limits. */
    private static String shortened() {
        try {
            return Files.readString(GatewayHome.repository().resolve(TASK_FILE))
                    .replace("deadline: 60s", "deadline: 8s")
                    .replaceAll("firstToken: 4s.*", "firstToken: 800ms\n        idle: 800ms")
                    .replace("attemptTimeout: 20s", "attemptTimeout: 2s");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    GatewayClient client() {
        return new GatewayClient(gateway.baseUrl(), gateway.key());
    }

    /** What the first deployment does from now on, attempts counted from 1: {@code tokenDelay: 1s}, or a list of faults. */
    FaultBed first(String script) {
        return script(FIRST, FIRST_ANSWER, script);
    }

    FaultBed second(String script) {
        return script(SECOND, SECOND_ANSWER, script);
    }

    private FaultBed script(String deployment, String answer, String script) {
        String yaml = script.startsWith("[") ? "attempts: " + script : script.equals("{}") ? "seed: 0" : script;
        gateway.sim()
                .server()
                .mount(
                        mount(deployment),
                        SimScript.read((yaml.contains("answer:") ? "" : "answer: " + answer + "\n") + yaml));
        return this;
    }

    /** Requests that a deployment has seen. */
    List<SimRequest> asked(String deployment) {
        return gateway.journal().requests(mount(deployment));
    }

    /** The outcome of each attempt in the record, e.g. {@code claude-sonnet rate_limited}. */
    static List<String> attempts(JsonNode decision) {
        return decision.path("attempts").findParents("number").stream()
                .map(attempt -> attempt.path("deployment").textValue() + " "
                        + attempt.path("outcome").textValue())
                .toList();
    }

    /** The one record of a call. */
    JsonNode onlyRecord(String requestId) {
        JsonNode decision = gateway.awaitRecord(requestId);
        long count = gateway.records().stream()
                .filter(entry -> requestId.equals(entry.path("requestId").textValue()))
                .count();
        if (count != 1) {
            throw new AssertionError(count + " records of " + requestId);
        }
        return decision;
    }

    /** Waits up to this long, looking often. */
    static ConditionFactory within(Duration limit) {
        return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(limit);
    }

    double activeCalls() {
        return gateway.bean(io.micrometer.core.instrument.MeterRegistry.class)
                .get("serai.calls.active")
                .gauge()
                .value();
    }

    private String mount(String deployment) {
        String path = gateway.sim().mount(deployment, "quick", Map.of()).getPath();
        return path.substring(1);
    }
}
