/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;
import dev.serai.llm.provider.sim.SimServer;

/**
 * Two servers of OpenAI's chat API in front of which a gateway is put as in front of any vendor's, by their base URL:
 * {@link #FIRST} is asked first and has the smaller context window. What they do is replaced by a test.
 */
final class FaultWall {
    static final String TASK = "walled";
    /** The same with {@code interruption: buffer}. */
    static final String BUFFERED = "walled-buffered";
    /** Asks the one with the larger window first. */
    static final String LARGE_FIRST = "walled-large-first";
    /** The same two servers behind breakers that open. */
    static final String OUTAGE = "walled-outage";

    static final String FIRST = "wall-first";
    static final String SECOND = "wall-second";
    static final String FIRST_MODEL = "qwen3-32b";
    static final String SECOND_MODEL = "llama-4-scout";

    /** 60 tokens each. */
    static final String FIRST_ANSWER = words("alpha");

    static final String SECOND_ANSWER = words("beta");

    private static final String NEVER_OPENS = "breaker: { minimumCalls: 1000, window: 1000 }";
    private static final String[] LIMITS = {"deadline: 10s", "firstToken: 1s", "idle: 1s", "attemptTimeout: 3s"};

    /** A server of its own: its address has to be known before the gateway starts. */
    private static final SimServer SIM = start();

    private FaultWall() {}

    /** @param breaker of the deployments of {@link #OUTAGE}, as a line of YAML */
    static GatewayUnderTest.Builder setup(String breaker) {
        String both = FIRST + "," + SECOND;
        String[] buffered = {LIMITS[0], LIMITS[1], LIMITS[2], LIMITS[3], "interruption: buffer"};
        String first = GatewayYaml.deployment(FIRST, uri(FIRST, FIRST_MODEL), NEVER_OPENS)
                .replace("contextWindow: 128000", "contextWindow: 32000");
        return GatewayUnderTest.builder()
                .file(GatewayHome.DEPLOYMENTS, GatewayYaml.simDeployments() + first)
                .deployment(SECOND, uri(SECOND, SECOND_MODEL), NEVER_OPENS)
                .deployment("outage-first", uri(FIRST, FIRST_MODEL), breaker)
                .deployment("outage-second", uri(SECOND, SECOND_MODEL), breaker)
                .task(TASK, both, LIMITS)
                .task(BUFFERED, both, buffered)
                .task(LARGE_FIRST, SECOND + "," + FIRST, LIMITS)
                .task(OUTAGE, "outage-first,outage-second", LIMITS);
    }

    private static String uri(String mount, String model) {
        return "llm:openai-compatible/" + model + "?baseUrl=" + SIM.baseUrl(mount) + "/v1";
    }

    /** Both answer, and nobody has asked yet. */
    static void reset() {
        first("seed: 0");
        second("seed: 0");
        SIM.journal().clear();
    }

    /** @param script what it does from now on beside its answer, attempts counted from 1 */
    static void first(String script) {
        SIM.mount(FIRST, SimScript.read("answer: " + FIRST_ANSWER + "\n" + script));
    }

    static void second(String script) {
        SIM.mount(SECOND, SimScript.read("answer: " + SECOND_ANSWER + "\n" + script));
    }

    static List<SimRequest> asked(String server) {
        return SIM.journal().requests(server);
    }

    /** On every request. */
    static String always(String fault) {
        return "attempts: [{" + fault + "}]\nrepeatLast: true";
    }

    /** On the first request. */
    static String once(String fault) {
        return "attempts: [{" + fault + "}]";
    }

    private static String words(String first) {
        return first + " word".repeat(59);
    }

    private static SimServer start() {
        try {
            return SimServer.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
