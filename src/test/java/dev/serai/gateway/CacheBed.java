/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;

/**
 * The gateway of the tests of calls that ask the same: one simulated provider whose script a test sets, callers of two
 * organisations, and tasks that keep answers or share calls. In billionths of a USD a token in and one out cost 2,000 and 10,000.
 */
final class CacheBed {
    static final String KEPT = "kept";
    /** Its answers have to be a sum. */
    static final String SUMS = "sums";
    /** Its answers are kept for a second. */
    static final String BRIEF = "brief";

    static final String UNKEPT = "unkept";
    static final String VECTORS = "vectors";

    static final String ACME = "acme-web";
    static final String ACME_TOO = "acme-app";
    static final String GLOBEX = "globex";
    /** Of acme; may not have an answer from the region of the deployments. */
    static final String ACME_US = "acme-us";
    /** Of acme; has a limit of requests and of tokens. */
    static final String ACME_FRUGAL = "acme-frugal";

    /** With the usage of a script that says {@link #USAGE}. */
    static final long COST = 700_000;

    static final String USAGE = "usage: {prompt: 100, completion: 50}\n";

    private static final String ONCE = "maxAttempts: 1";
    private static final String TTL = "cacheTtl: 10m";
    private static final String PRICES = """

              exact: { rates: [ { input: 2, output: 10 } ] }
            """;

    private final GatewayUnderTest gateway;

    private CacheBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
    }

    /** With a provider that answers at once, and an empty journal. */
    static CacheBed fresh() {
        CacheBed bed = new CacheBed(setup().shared());
        bed.script("answer: four is the answer");
        bed.gateway.journal().clear();
        return bed;
    }

    private static GatewayUnderTest.Builder setup() {
        String patient = "breaker: { minimumCalls: 1000, window: 1000 }";
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .file("config/prices.yaml", prices())
                .file("config/schemas/sum.json", """
                        {"type": "object", "required": ["sum"], "properties": {"sum": {"type": "integer"}}}
                        """)
                .deployment(KEPT, "llm:sim/quick", patient, "price: exact", "connections: 128")
                .deployment(VECTORS, "llm:sim/quick", "capabilities: [embeddings]", "price: exact")
                .task(KEPT, KEPT, ONCE, TTL)
                .task(SUMS, KEPT, ONCE, TTL, "outputSchema: config/schemas/sum.json")
                .task(BRIEF, KEPT, ONCE, "cacheTtl: 1s")
                .task(UNKEPT, KEPT, ONCE)
                .task(VECTORS, VECTORS, ONCE, TTL, "operation: embeddings");
    }

    private static String prices() {
        try {
            return Files.readString(GatewayHome.repository().resolve("config/prices.yaml")) + PRICES;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String callers() {
        return "callers:\n"
                + caller(ACME, "acme", "permissions: [diagnose, pin]")
                + caller(ACME_TOO, "acme", "priority: 5")
                + caller(ACME_US, "acme", "regions: [us]")
                + caller(ACME_FRUGAL, "acme", "quotas: { requestsPerMinute: 600, outputTokensPerMinute: 60000 }")
                + caller(GLOBEX, "globex", "permissions: [diagnose]")
                + caller("first-run", "local", "priority: 5")
                        .replaceFirst("keyHash: .*", "keyFile: data/first-run-key");
    }

    private static String caller(String name, String organisation, String more) {
        return """
                  %s:
                    keyHash: %s
                    organisation: %s
                    team: %s
                    feature: chat
                    dataClasses: [public, internal]
                    %s
                """.formatted(name, DoorGateway.hash(key(name)), organisation, name, more);
    }

    static String key(String caller) {
        return "sk-serai-" + caller + "-of-the-cache-tests-" + "0".repeat(24 - caller.length());
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    LedgerRows ledger() {
        return new LedgerRows(gateway);
    }

    /** What the provider does from now on. */
    CacheBed script(String yaml) {
        gateway.sim().server().mount(mount(KEPT), SimScript.read(USAGE + yaml));
        return this;
    }

    /** What the provider was asked. */
    List<SimRequest> asked() {
        return gateway.journal().requests().stream()
                .filter(request ->
                        request.mount().equals(mount(KEPT)) || request.mount().equals(mount(VECTORS)))
                .toList();
    }

    private String mount(String deployment) {
        return gateway.sim().mount(deployment, "quick", Map.of()).getPath().substring(1);
    }

    /** A question that nobody has asked before. */
    static String newQuestion() {
        return "What is two and two? " + UUID.randomUUID();
    }

    HttpResponse<String> chat(String caller, String task, boolean stream, String question, String... headers) {
        return post(caller, DoorHttp.OPENAI, GatewayClient.chatBody(task, stream, question), headers);
    }

    HttpResponse<String> post(String caller, String path, String body, String... headers) {
        return DoorHttp.post(gateway, path, key(caller), body, headers);
    }

    JsonNode recordOf(HttpResponse<?> response) {
        return gateway.awaitRecord(DoorHttp.requestId(response));
    }

    LedgerRows.Settled settled(HttpResponse<?> response) {
        return ledger().settled(DoorHttp.requestId(response));
    }

    /** What the record of a call says of the cache. */
    String cacheOf(HttpResponse<?> response) {
        return recordOf(response).at("/cache/answer").asText("nothing");
    }

    double count(String counter, String... tags) {
        var found = gateway.bean(io.micrometer.core.instrument.MeterRegistry.class)
                .find(counter)
                .tags(tags)
                .counter();
        return found == null ? 0 : found.count();
    }
}
