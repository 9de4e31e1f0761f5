/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;

/**
 * The gateway that all tests of the doors share: a sound deployment of each dialect, broken ones, and callers of unlike
 * rights beside the first-run key's, who may everything.
 */
final class DoorGateway {
    /** May call every task, and has no permission. */
    static final String PLAIN_KEY = "sk-serai-plain-caller-of-the-door-tests-00000000000";
    /** May call {@code speaks-openai} only. */
    static final String LIMITED_KEY = "sk-serai-limited-caller-of-the-door-tests-000000000";

    private static final String PATIENT = "breaker: { minimumCalls: 1000, window: 1000 }";
    private static final String ONCE = "maxAttempts: 1";

    private DoorGateway() {}

    static GatewayUnderTest shared() {
        return SdkProviders.addTo(GatewayUnderTest.builder())
                .file("config/callers.yaml", callers())
                .deployment("one-openai", "llm:sim/quick?sim.tokens=12&sim.usage.cached=2")
                .deployment(
                        "one-anthropic", "llm:sim/quick?dialect=anthropic-messages&sim.tokens=12&sim.usage.cached=2")
                .deployment("one-responses", "llm:sim/quick?dialect=openai-responses&sim.tokens=12")
                .deployment("one-gemini", "llm:sim/quick?dialect=gemini-generate&sim.tokens=12")
                .deployment("one-throttled", "llm:sim/rate-limited", PATIENT)
                .deployment("one-down", "llm:sim/overloaded", PATIENT)
                .deployment("one-cut", "llm:sim/cut", PATIENT)
                .deployment("one-in-band", "llm:sim/quick?dialect=anthropic-messages&sim.inBandErrorAfter=5", PATIENT)
                .deployment("one-prudish", "llm:sim/content-filter", "breaker: { minimumCalls: 2, window: 2 }")
                .task("prudish", "one-prudish")
                .task("speaks-openai", "one-openai", "aliases: gpt-4.1,gpt-4o")
                .task("speaks-anthropic", "one-anthropic")
                .task("speaks-responses", "one-responses")
                .task("speaks-gemini", "one-gemini")
                .task("throttled", "one-throttled", ONCE)
                .task("down", "one-down", ONCE)
                .task("cut", "one-cut", ONCE)
                .task("in-band", "one-in-band", ONCE)
                .shared();
    }

    /** OpenAI's own client, with nothing changed but base URL and key. */
    static OpenAIClient openAi(String key) {
        return openAi(shared(), key);
    }

    static OpenAIClient openAi(GatewayUnderTest gateway, String key) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(gateway.baseUrl() + "/v1")
                .apiKey(key)
                .maxRetries(0)
                .build();
    }

    /** Anthropic's own client, with nothing changed but base URL and key. */
    static AnthropicClient anthropic(String key) {
        return anthropic(shared(), key);
    }

    static AnthropicClient anthropic(GatewayUnderTest gateway, String key) {
        return AnthropicOkHttpClient.builder()
                .baseUrl(gateway.baseUrl().toString())
                .apiKey(key)
                .maxRetries(0)
                .build();
    }

    /** Google's own client, with nothing changed but base URL and key. */
    static Client google(String key) {
        return Client.builder()
                .apiKey(key)
                .httpOptions(HttpOptions.builder()
                        .baseUrl(shared().baseUrl().toString())
                        .retryOptions(HttpRetryOptions.builder().attempts(1))
                        .build())
                .build();
    }

    private static String callers() {
        return GatewayYaml.callers("diagnose, pin")
                + GatewayYaml.caller("plain", PLAIN_KEY)
                + GatewayYaml.caller("limited", LIMITED_KEY, "tasks: [speaks-openai]");
    }

    static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.US_ASCII));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
