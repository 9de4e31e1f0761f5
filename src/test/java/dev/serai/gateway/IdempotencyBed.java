/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import dev.serai.llm.provider.sim.SimRequest;
import dev.serai.llm.provider.sim.SimScript;

/** The gateway of the tests of idempotency keys: one simulated provider, whose script a test sets, behind several tasks. */
final class IdempotencyBed {
    static final String KEYED = "keyed";
    /** Its answers are not kept. */
    static final String UNKEPT = "unkept";

    static final String VECTORS = "vectors";
    /** In each answer, and in nothing else. */
    static final String MARK = "zwetschgenmus";

    private static final Executor THREADS = Executors.newVirtualThreadPerTaskExecutor();
    private static final String ONCE = "maxAttempts: 1";

    private final GatewayUnderTest gateway;

    private IdempotencyBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
    }

    /** With a provider that answers at once, and an empty journal. */
    static IdempotencyBed fresh() {
        IdempotencyBed bed = new IdempotencyBed(setup().shared());
        bed.script("answer: first " + MARK);
        bed.gateway.journal().clear();
        return bed;
    }

    static GatewayUnderTest.Builder setup() {
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment(KEYED, "llm:sim/quick", "breaker: { minimumCalls: 1000, window: 1000 }", "price: gpt-4.1")
                .deployment(VECTORS, "llm:sim/quick", "capabilities: [embeddings]", "price: text-embedding-3-small")
                .task(KEYED, KEYED, ONCE)
                .task(UNKEPT, KEYED, ONCE, "keepAnswers: none")
                .task(VECTORS, VECTORS, ONCE, "operation: embeddings")
                .property("serai.idempotency.lease", "1s")
                .property("serai.idempotency.max-answer-size", "64KB")
                .property("serai.stream.heartbeat", "400ms");
    }

    static String callers() {
        return GatewayYaml.callers("") + GatewayYaml.caller("plain", DoorGateway.PLAIN_KEY);
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    /** What the provider does from now on. */
    void script(String yaml) {
        gateway.sim().server().mount(mount(KEYED), SimScript.read(yaml));
    }

    /** What the provider was asked. */
    List<SimRequest> asked() {
        return gateway.journal().requests().stream()
                .filter(request ->
                        request.mount().equals(mount(KEYED)) || request.mount().equals(mount(VECTORS)))
                .toList();
    }

    private String mount(String deployment) {
        return gateway.sim().mount(deployment, "quick", Map.of()).getPath().substring(1);
    }

    static String newKey() {
        return UUID.randomUUID().toString();
    }

    HttpResponse<String> chat(String idempotencyKey, String task, boolean stream) {
        return post(DoorHttp.OPENAI, idempotencyKey, GatewayClient.chatBody(task, stream, "Hi"));
    }

    CompletableFuture<HttpResponse<String>> chatLater(String idempotencyKey, String task, boolean stream) {
        return CompletableFuture.supplyAsync(() -> chat(idempotencyKey, task, stream), THREADS);
    }

    HttpResponse<String> post(String path, String idempotencyKey, String body) {
        return DoorHttp.post(gateway, path, DoorGateway.PLAIN_KEY, body, "Idempotency-Key", idempotencyKey);
    }

    /** A client that can leave when it likes. */
    RawClient leaving(String idempotencyKey, String task, boolean stream) throws IOException {
        String body = GatewayClient.chatBody(task, stream, "Hi");
        String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer "
                + DoorGateway.PLAIN_KEY + "\r\nContent-Type: application/json\r\nIdempotency-Key: " + idempotencyKey
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n";
        return new RawClient(gateway).sendBytes((head + body).getBytes());
    }

    static boolean isReplayed(HttpResponse<String> response) {
        return response.headers().firstValue("Idempotent-Replayed").orElse("").equals("true");
    }

    /** But for the comments that keep a silent stream alive. */
    static String withoutHeartbeats(String body) {
        return body.replace(": heartbeat\n\n", "");
    }
}
