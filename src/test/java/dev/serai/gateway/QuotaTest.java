/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import jakarta.jms.Message;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.anthropic.models.messages.MessageCreateParams;
import com.fasterxml.jackson.databind.JsonNode;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

/** Requests and tokens a minute (K1, K3). The limits are so low that a minute passes before a used-up one lets a call in. */
class QuotaTest {
    private static final String TASK = "speaks-openai";

    private GatewayUnderTest gateway;
    private AdminClient admin;

    @BeforeEach
    void start() {
        gateway = GatewayUnderTest.builder()
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
                .shared();
        admin = new AdminClient(gateway);
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
        return """
                  %s:
                    keyHash: %s
                    organisation: acme
                    team: web
                    feature: chat
                    dataClasses: [public, internal]
                    priority: 5
                    quotas: %s
                """.formatted(name, DoorGateway.hash(key(name)), quotas);
    }

    private static String key(String caller) {
        return "sk-serai-" + caller + "-of-the-quota-tests-" + "0".repeat(24 - caller.length());
    }

    @ParameterizedTest
    @CsvSource({
        DoorHttp.OPENAI + ",openai,/error/code,rate_limit_exceeded",
        DoorHttp.RESPONSES + ",responses,/error/code,rate_limit_exceeded",
        DoorHttp.ANTHROPIC + ",anthropic,/error/type,rate_limit_error",
        DoorHttp.GEMINI + ",gemini,/error/status,RESOURCE_EXHAUSTED",
        DoorHttp.USE_CASE + ",use-case,/error/class,rate_limited"
    })
    @DisplayName("K1: one request more than a caller may have is a 429 in the door's dialect, and nothing is sent")
    void refusesInEachDialect(String door, String caller, String at, String word) {
        // Given
        HttpResponse<String> first = DoorHttp.post(gateway, path(door), key(caller), DoorHttp.question(door, TASK));
        int asked = gateway.journal().requests().size();
        // When
        HttpResponse<String> second = DoorHttp.post(gateway, path(door), key(caller), DoorHttp.question(door, TASK));
        // Then
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(DoorHttp.json(second).at(at).asText()).isEqualTo(word);
        assertThat(retryAfter(second)).isBetween(30L, 60L);
        assertThat(gateway.journal().requests()).hasSize(asked);
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(second));
        assertThat(entry.path("outcome").textValue()).isEqualTo("rate_limited");
        assertThat(entry.at("/quota/of").textValue()).isEqualTo("caller");
        assertThat(entry.at("/quota/name").textValue()).isEqualTo(caller);
        assertThat(entry.at("/quota/limit").textValue()).isEqualTo("requests");
        assertThat(entry.path("attempts")).isEmpty();
        headers(door, first, 0);
        headers(door, second, 0);
    }

    private static String path(String door) {
        return door.equals(DoorHttp.GEMINI) ? DoorHttp.GEMINI + TASK + ":generateContent" : door;
    }

    private static void headers(String door, HttpResponse<String> reply, int left) {
        switch (door) {
            case DoorHttp.ANTHROPIC -> {
                assertThat(header(reply, "anthropic-ratelimit-requests-limit")).isEqualTo("1");
                assertThat(header(reply, "anthropic-ratelimit-requests-remaining"))
                        .isEqualTo("" + left);
                assertThat(Instant.parse(header(reply, "anthropic-ratelimit-requests-reset")))
                        .isBetween(Instant.now(), Instant.now().plusSeconds(62));
                assertThat(header(reply, "anthropic-ratelimit-output-tokens-limit"))
                        .isEqualTo("6000");
                assertThat(header(reply, "anthropic-ratelimit-input-tokens-limit"))
                        .isNull();
            }
            case DoorHttp.GEMINI -> {
                assertThat(reply.headers().map().keySet()).noneMatch(name -> name.contains("ratelimit"));
                if (reply.statusCode() == 429) {
                    assertThat(reply.body()).contains("type.googleapis.com/google.rpc.RetryInfo", "retryDelay");
                }
            }
            default -> {
                assertThat(header(reply, "x-ratelimit-limit-requests")).isEqualTo("1");
                assertThat(header(reply, "x-ratelimit-remaining-requests")).isEqualTo("" + left);
                assertThat(header(reply, "x-ratelimit-reset-requests")).matches("1m0s|[345]\\d(\\.\\d+)?s");
                assertThat(header(reply, "x-ratelimit-limit-tokens"))
                        .isEqualTo(door.equals(DoorHttp.OPENAI) ? "6000" : null);
            }
        }
    }

    @Test
    @DisplayName("K1: a caller without limits gets no headers of them, and a stream has them before its first byte")
    void headersOfStreams() {
        // When
        HttpResponse<String> free = DoorHttp.post(
                gateway, DoorHttp.OPENAI, gateway.key(), DoorHttp.question(DoorHttp.OPENAI, TASK));
        HttpResponse<String> stream =
                DoorHttp.post(gateway, DoorHttp.USE_CASE + "/stream", key("customer"), "{\"input\": \"Hi\"}");
        // Then
        assertThat(header(free, "x-ratelimit-limit-requests")).isNull();
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(header(stream, "x-ratelimit-limit-requests")).isEqualTo("1000");
    }

    @Test
    @DisplayName("A6 K1: the SDKs of OpenAI and Anthropic raise their own exception for a rate limit")
    void sdks() {
        // Given
        var openAi = DoorGateway.openAi(gateway, key("sdk"));
        var anthropic = DoorGateway.anthropic(gateway, key("sdk"));
        var chat = ChatCompletionCreateParams.builder()
                .model(TASK)
                .addUserMessage("Hi")
                .build();
        openAi.chat().completions().create(chat);
        // When
        var ofOpenAi = catchThrowableOfType(
                com.openai.errors.RateLimitException.class,
                () -> openAi.chat().completions().create(chat));
        var ofAnthropic = catchThrowableOfType(
                com.anthropic.errors.RateLimitException.class,
                () -> anthropic
                        .messages()
                        .create(MessageCreateParams.builder()
                                .model(TASK)
                                .maxTokens(99)
                                .addUserMessage("Hi")
                                .build()));
        // Then
        assertThat(ofOpenAi.getMessage()).contains("1 requests per minute");
        assertThat(ofOpenAi.headers().values("retry-after")).hasSize(1);
        assertThat(ofAnthropic.headers().values("anthropic-ratelimit-requests-limit"))
                .containsExactly("1");
    }

    @Test
    @DisplayName("A5 K1: over JMS the refusal has its class, and how long to wait")
    void jms() throws Exception {
        try (JmsClient client = JmsClient.of(gateway)) {
            // Given
            String question = DoorHttp.question(DoorHttp.OPENAI, TASK);
            Message first = client.ask(question, Map.of("SeraiKey", key("queue")));
            // When
            Message second = client.ask(question, Map.of("SeraiKey", key("queue")));
            // Then
            assertThat(first.getIntProperty("SeraiStatus")).isEqualTo(200);
            assertThat(second.getIntProperty("SeraiStatus")).isEqualTo(429);
            assertThat(second.getStringProperty("SeraiErrorClass")).isEqualTo("rate_limited");
            assertThat(second.getLongProperty("SeraiRetryAfter")).isBetween(30L, 60L);
        }
    }

    @Test
    @DisplayName("K3: a call that is refused later, by the task's limit or because nobody may serve it, consumes nothing")
    void refusedCallsCostNothing() throws Exception {
        // Given
        GatewayClient client = client("frugal");
        assertThat(client.chat("narrow", false).status()).isEqualTo(200);
        // When
        for (int i = 0; i < 4; i++) {
            GatewayClient.Reply byTask = client.chat("narrow", false);
            GatewayClient.Reply unserved = client.chat("unserved", i % 2 == 0);
            assertThat(byTask.status()).isEqualTo(429);
            assertThat(byTask.body()).contains("this task may have 1 requests per minute");
            assertThat(unserved.status()).isEqualTo(503);
            gateway.awaitRecord(unserved.requestId());
        }
        // Then
        assertThat(client.chat(TASK, false).status()).isEqualTo(200);
        assertThat(client.chat(TASK, true).status()).isEqualTo(200);
        assertThat(client.chat(TASK, false).status()).isEqualTo(429);
        assertThat(admin.scraped("serai_quota_refused_total{outcome=\"task_requests\",task=\"narrow\"}"))
                .isEqualTo(4);
    }

    @Test
    @DisplayName("K1: tokens are estimated before a call and corrected after it, down and up")
    void corrects() throws Exception {
        // Given: 256 are estimated, of which a minute's worth is taken; 40 are used
        GatewayClient.Reply few = client("brief").chat(TASK, false);
        gateway.awaitRecord(few.requestId());
        // When
        GatewayClient.Reply afterFew = client("brief").chat(TASK, false);
        // Then: 40 s are owed, and not 60
        assertThat(few.status()).isEqualTo(200);
        assertThat(afterFew.status()).isEqualTo(429);
        assertThat(afterFew.retryAfter()).isBetween(15, 41);
        // Given: 500 are used, where 256 were estimated
        GatewayClient.Reply many = client("wordy").chat("talkative", true);
        gateway.awaitRecord(many.requestId());
        // When
        GatewayClient.Reply afterMany = client("wordy").chat("talkative", false);
        // Then: 50 s are owed, and not 26
        assertThat(many.status()).isEqualTo(200);
        assertThat(afterMany.status()).isEqualTo(429);
        assertThat(afterMany.retryAfter()).isBetween(30, 51);
        assertThat(gateway.awaitRecord(afterMany.requestId()).at("/quota/limit").textValue())
                .isEqualTo("output_tokens");
    }

    @Test
    @DisplayName("K1 Q1: a changed limit is in force at once, and does not fill what was used up")
    void reload() throws Exception {
        // Given
        GatewayClient client = client("changed");
        assertThat(client.chat(TASK, false).status()).isEqualTo(200);
        assertThat(client.chat(TASK, false).status()).isEqualTo(200);
        assertThat(client.chat(TASK, false).retryAfter()).isBetween(15, 30);
        // When: one a second, and five at once
        Path file = gateway.home().resolve("config/callers.yaml");
        Files.writeString(
                file, Files.readString(file).replace("{ requestsPerMinute: 2 }", "{ requestsPerMinute: 60 }"));
        FaultBed.within(Duration.ofSeconds(15))
                .until(() -> row("caller", "changed", "requests")
                                .path("perMinute")
                                .intValue()
                        == 60);
        // Then
        assertThat(row("caller", "changed", "requests").path("left").intValue()).isLessThan(20);
        FaultBed.within(Duration.ofSeconds(5))
                .until(() -> client.chat(TASK, false).status() == 200);
        int more = 0;
        while (more < 20 && client.chat(TASK, false).status() == 200) {
            more++;
        }
        assertThat(more).isLessThan(20);
    }

    @Test
    @DisplayName("K1: a deployment whose limit is used up is passed over, and the record says so")
    void hops() throws Exception {
        // When
        GatewayClient.Reply first = client("customer").chat("granted-first", false);
        GatewayClient.Reply second = client("customer").chat("granted-first", true);
        // Then
        assertThat(gateway.awaitRecord(first.requestId()).path("deployment").textValue())
                .isEqualTo("granted");
        JsonNode entry = gateway.awaitRecord(second.requestId());
        assertThat(second.status()).isEqualTo(200);
        assertThat(entry.path("deployment").textValue()).isEqualTo("plenty");
        assertThat(entry.path("attempts")).hasSize(1);
        assertThat(entry.at("/candidates/0/deployment").textValue()).isEqualTo("granted");
        assertThat(entry.at("/candidates/0/reason").textValue()).isEqualTo("rate_limit");
        assertThat(entry.at("/candidates/0/detail").textValue()).isEqualTo("requests");
        assertThat(entry.has("quota")).isFalse();
    }

    @Test
    @DisplayName("K1: a deployment's tokens are corrected by what it has reported, and refuse by themselves")
    void deploymentTokens() throws Exception {
        // When
        GatewayClient.Reply first = client("customer").chat("granted-words", false);
        gateway.awaitRecord(first.requestId());
        GatewayClient.Reply second = client("customer").chat("granted-words", false);
        // Then
        assertThat(gateway.awaitRecord(first.requestId()).path("deployment").textValue())
                .isEqualTo("granted-words");
        assertThat(gateway.awaitRecord(second.requestId())
                        .at("/candidates/0/detail")
                        .textValue())
                .isEqualTo("tokens");
    }

    @Test
    @DisplayName("K1: where no deployment has any left the caller is told when to come back, and not how much is granted")
    void noneLeft() throws Exception {
        // Given
        assertThat(client("customer").chat("granted-only", false).status()).isEqualTo(200);
        int asked = gateway.journal().requests().size();
        // When
        HttpResponse<String> refused = DoorHttp.post(
                gateway,
                DoorHttp.OPENAI,
                key("customer"),
                DoorHttp.question(DoorHttp.OPENAI, "granted-only"));
        // Then
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(retryAfter(refused)).isBetween(30L, 60L);
        assertThat(header(refused, "x-ratelimit-limit-requests")).isEqualTo("1000");
        JsonNode entry = gateway.awaitRecord(DoorHttp.requestId(refused));
        assertThat(entry.path("errorCode").textValue()).isEqualTo("deployment_rate_limit");
        assertThat(entry.path("attempts")).isEmpty();
        assertThat(gateway.journal().requests()).hasSize(asked);
    }

    @Test
    @DisplayName("K1: a share of a task's limit is for calls of a high priority alone")
    void reserves() throws Exception {
        // When
        int low = 0;
        while (client("batch").chat("reserved", false).status() == 200) {
            low++;
        }
        GatewayClient.Reply refused = client("batch").chat("reserved", false);
        GatewayClient.Reply high = client("customer").chat("reserved", false);
        // Then
        assertThat(low).isEqualTo(4);
        assertThat(refused.body()).contains("4 requests per minute for calls of this priority");
        assertThat(high.status()).isEqualTo(200);
        assertThat(client("customer").chat("reserved", false).status()).isEqualTo(429);
    }

    @Test
    @DisplayName("K1: operators see all limits and what is left of them")
    void report() throws Exception {
        // When
        JsonNode task = row("task", "narrow", "requests");
        JsonNode deployment = row("deployment", "granted-words", "tokens");
        JsonNode caller = row("caller", "batch", "requests");
        // Then
        assertThat(task.path("perMinute").intValue()).isEqualTo(1);
        assertThat(deployment.path("unreserved").intValue()).isEqualTo(48);
        assertThat(caller.path("atOnce").intValue()).isEqualTo(33);
        assertThat(caller.has("unreserved")).isFalse();
    }

    private JsonNode row(String of, String name, String limit) throws Exception {
        for (JsonNode row : admin.get("quotas").path("quotas")) {
            if (row.path("of").textValue().equals(of)
                    && row.path("name").textValue().equals(name)
                    && row.path("limit").textValue().equals(limit)) {
                return row;
            }
        }
        throw new AssertionError("no " + limit + " of " + name);
    }

    private GatewayClient client(String caller) {
        return new GatewayClient(gateway.baseUrl(), key(caller));
    }

    private static long retryAfter(HttpResponse<String> reply) {
        return Long.parseLong(header(reply, "Retry-After"));
    }

    private static String header(HttpResponse<String> reply, String name) {
        return reply.headers().firstValue(name).orElse(null);
    }
}
