/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;

import com.fasterxml.jackson.databind.JsonNode;

/** A gateway with limits so low that a minute passes before a used-up one lets a call in; each test has callers of its own. */
final class QuotaBed {
    static final String TASK = "speaks-openai";

    private final GatewayUnderTest gateway;
    private final AdminClient admin;

    private QuotaBed(GatewayUnderTest gateway) {
        this.gateway = gateway;
        this.admin = new AdminClient(gateway);
    }

    static QuotaBed shared() {
        return new QuotaBed(GatewayUnderTest.builder()
                .file("config/callers.yaml", callers())
                .deployment("plenty", "llm:sim/quick")
                .deployment("talks", "llm:sim/quick?sim.tokens=500")
                .deployment("granted", "llm:sim/quick", "rateLimits: { requestsPerMinute: 1 }")
                .deployment("granted-too", "llm:sim/quick", "rateLimits: { requestsPerMinute: 1 }")
                .deployment("granted-words", "llm:sim/quick", "rateLimits: { tokensPerMinute: 60 }")
                .deployment("foreign", "llm:sim/quick", "tenants: [another]")
                .task(TASK, "plenty")
                .task("talkative", "talks")
                .task("narrow", "plenty", "requestsPerMinute: 1")
                .task("reserved", "plenty", "requestsPerMinute: 5")
                .task("unserved", "foreign")
                .task("granted-first", "granted,plenty")
                .task("granted-only", "granted-too")
                .task("granted-words", "granted-words,plenty")
                .shared());
    }

    GatewayUnderTest gateway() {
        return gateway;
    }

    AdminClient admin() {
        return admin;
    }

    private static String callers() {
        return AdminClient.callers()
                + caller("openai", "{ requestsPerMinute: 1, inputTokensPerMinute: 6000, outputTokensPerMinute: 6000 }")
                + caller("anthropic", "{ requestsPerMinute: 1, outputTokensPerMinute: 6000 }")
                + caller("responses", "{ requestsPerMinute: 1 }")
                + caller("gemini", "{ requestsPerMinute: 1 }")
                + caller("use-case", "{ requestsPerMinute: 1 }")
                + caller("sdk", "{ requestsPerMinute: 1 }")
                + caller("queue", "{ requestsPerMinute: 1 }")
                + caller("frugal", "{ requestsPerMinute: 3 }")
                + caller("brief", "{ outputTokensPerMinute: 60 }")
                + caller("wordy", "{ outputTokensPerMinute: 600 }")
                + caller("changed", "{ requestsPerMinute: 2 }")
                + caller("batch", "{ requestsPerMinute: 1000 }").replace("priority: 5", "priority: 2")
                + caller("customer", "{ requestsPerMinute: 1000 }");
    }

    private static String caller(String name, String quotas) {
        return GatewayYaml.caller(name, key(name), "priority: 5", "quotas: " + quotas);
    }

    static String key(String caller) {
        return "sk-serai-" + caller + "-of-the-quota-tests-" + "0".repeat(24 - caller.length());
    }

    JsonNode row(String of, String name, String limit) throws Exception {
        for (JsonNode row : admin.get("quotas").path("quotas")) {
            if (row.path("of").textValue().equals(of)
                    && row.path("name").textValue().equals(name)
                    && row.path("limit").textValue().equals(limit)) {
                return row;
            }
        }
        throw new AssertionError("no " + limit + " of " + name);
    }

    GatewayClient client(String caller) {
        return new GatewayClient(gateway.baseUrl(), key(caller));
    }

    static long retryAfter(HttpResponse<String> reply) {
        return Long.parseLong(header(reply, "Retry-After"));
    }

    static String header(HttpResponse<String> reply, String name) {
        return reply.headers().firstValue(name).orElse(null);
    }
}
