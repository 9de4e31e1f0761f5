/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;

import com.anthropic.client.AnthropicClient;
import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;

/** The gateway of the tests of what is no chat: tasks that make vectors, and tasks whose tokens can be counted, or not. */
final class OperationsGateway {
    /** Has no permission. */
    static final String PLAIN_KEY = "sk-serai-plain-caller-of-the-operation-tests-000000";

    private static final String EMBEDS = "capabilities: [embeddings]";
    private static final String ONE_MODEL = "embeddingModel: model-of-the-tests";
    private static final String PATIENT = "breaker: { minimumCalls: 1000, window: 1000 }";

    private OperationsGateway() {}

    static GatewayUnderTest shared() {
        return GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment("vectors", "llm:sim/quick", EMBEDS, ONE_MODEL)
                .deployment("vectors-throttled", "llm:sim/rate-limited", EMBEDS, ONE_MODEL, PATIENT)
                .deployment("vectors-down", "llm:sim/quick?sim.status=500", EMBEDS, ONE_MODEL, PATIENT)
                .deployment("vectors-short", "llm:sim/quick?sim.malformedAt=1", EMBEDS, ONE_MODEL, PATIENT)
                .deployment("vectors-of-texts", "llm:ollama/nomic?baseUrl=http://127.0.0.1:1", EMBEDS)
                .deployment("chats", "llm:sim/quick")
                .deployment("counts", "llm:sim/quick?dialect=anthropic-messages&sim.usage.prompt=4711")
                .deployment("counts-not", "llm:sim/quick?dialect=anthropic-messages&sim.status=529", PATIENT)
                .deployment("counts-never", "llm:sim/silent?dialect=anthropic-messages", PATIENT)
                .task("embed", "vectors", "operation: embeddings")
                .task("embed-after-429", "vectors-throttled,vectors", "operation: embeddings")
                .task("embed-after-500", "vectors-down,vectors", "operation: embeddings")
                .task("embed-after-nonsense", "vectors-short,vectors", "operation: embeddings")
                .task("embed-throttled", "vectors-throttled", "operation: embeddings", "maxAttempts: 1")
                .task("embed-texts", "vectors-of-texts", "operation: embeddings")
                .task("embed-short-texts", "vectors", "operation: embeddings", "maxInputTokens: 10")
                .task("chat-only", "chats")
                .task("chat-counted", "chats,counts")
                .task("chat-uncounted", "counts-not,chats")
                .task("chat-waiting", "counts-never")
                .shared();
    }

    static OpenAIClient openAi(String key) {
        return DoorGateway.openAi(shared(), key);
    }

    static AnthropicClient anthropic(String key) {
        return DoorGateway.anthropic(shared(), key);
    }

    /** The record of the call that was last made of a task. */
    static JsonNode lastRecord(String task) {
        shared().recordsAtRest();
        return shared().records().stream()
                .filter(entry -> entry.at("/task/name").asText().equals(task))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    static HttpResponse<String> post(String path, String key, String body, String... headers) {
        return DoorHttp.post(shared(), path, key, body, headers);
    }

    private static String callers() {
        return GatewayYaml.callers("diagnose, pin")
                + GatewayYaml.caller("plain", PLAIN_KEY, "organisation: local", "team: local");
    }
}
