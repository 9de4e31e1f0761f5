/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.config.Texts;
import dev.serai.gateway.dispatch.Attempts.Dropped;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.TraceParent;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.KillSwitches;
import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.task.ContractReader;
import dev.serai.gateway.task.TaskVersion;
import dev.serai.llm.Dialect;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmRequest;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Which of a task's deployments may serve a call (D2, D3, D4). */
class SelectionTest {
    private static final String HELLO = "{'model': 'm', 'messages': [{'role': 'user', 'content': 'Hello'}]%s}";

    @TempDir
    Path home;

    private final Breakers breakers = new Breakers(Fleet.alone());
    private Selection selection;
    private Catalogue catalogue;

    @BeforeEach
    void catalogue() throws IOException {
        Path file = home.resolve("deployments.yaml");
        Files.writeString(file, """
                credentials:
                  unset: { apiKey: "" }
                defaults: { retention: none, dataClasses: [public, internal], contextWindow: 1000,
                            maxOutputTokens: 100, price: x, capabilities: [tools, logprobs] }
                deployments:
                  eu-chat: { uri: "llm:sim/quick", region: eu }
                  us-chat: { uri: "llm:sim/quick", region: us, contextWindow: 9000, capabilities: [] }
                  eu-messages: { uri: "llm:sim/quick?dialect=anthropic-messages", region: eu }
                  keeps: { uri: "llm:sim/quick", region: eu, retention: 30d, dataClasses: [public] }
                  acme-only: { uri: "llm:sim/quick", region: eu, tenants: [acme] }
                  keyless: { uri: "llm:openai/gpt", region: eu, credential: unset }
                  demo: { uri: "llm:sim/quick", region: eu, demo: true }
                """);
        catalogue = new Catalogue(Deployments.read(file, text -> text));
        selection =
                new Selection(catalogue, breakers, new KillSwitches(Fleet.alone(), home.resolve("kill-switches.json")));
    }

    @Test
    @DisplayName("D2: those that fit come in the order in which the task names them")
    void keepsTheOrder() throws LlmException {
        // When
        List<String> chosen = choose(call(Map.of(), HELLO), "us-chat", "eu-chat", "eu-messages");

        // Then
        assertThat(chosen).containsExactly("us-chat", "eu-chat", "eu-messages");
    }

    @Test
    @DisplayName("D3: a fallback never leaves the region, the data class or the retention that the task allows")
    void policyBoundsTheFallback() throws LlmException {
        // Given
        Call call = call(Map.of("regions", "eu", "dataClass", "internal", "maxRetention", "7d"), HELLO);

        // When
        List<String> chosen = choose(call, "eu-chat", "us-chat", "keeps");

        // Then
        assertThat(chosen).containsExactly("eu-chat");
        assertThat(call.attempts().dropped())
                .containsExactly(
                        new Dropped("us-chat", "region", "us"), new Dropped("keeps", "data_class", "internal"));
    }

    @Test
    @DisplayName("D2: what the caller may not use is dropped: another tenant's, another region's")
    void callerBoundsTheFallback() throws LlmException {
        // Given
        Call call = call(Map.of(), HELLO, caller("other", Set.of("eu")));

        // When
        List<String> chosen = choose(call, "acme-only", "us-chat", "eu-chat");

        // Then
        assertThat(chosen).containsExactly("eu-chat");
        assertThat(call.attempts().dropped()).extracting(Dropped::reason).containsExactly("tenant", "region");
    }

    @Test
    @DisplayName("D4: a feature that a deployment lacks makes it ineligible, and is named")
    void featureMakesIneligible() throws LlmException {
        // Given
        Call call = call(Map.of(), HELLO.formatted(", 'logprobs': true"));

        // When
        List<String> chosen = choose(call, "us-chat", "eu-chat");

        // Then
        assertThat(chosen).containsExactly("eu-chat");
        assertThat(call.attempts().dropped()).containsExactly(new Dropped("us-chat", "capability", "logprobs"));
    }

    @Test
    @DisplayName("D4: a field that the deployment's dialect has no word for makes it ineligible, and is named")
    void inexpressibleFieldMakesIneligible() throws LlmException {
        // Given
        Call call = call(Map.of(), HELLO.formatted(", 'logit_bias': {'42': 1}"));

        // When
        List<String> chosen = choose(call, "eu-messages", "eu-chat");

        // Then
        assertThat(chosen).containsExactly("eu-chat");
        assertThat(call.attempts().dropped()).containsExactly(new Dropped("eu-messages", "unsupported", "logit_bias"));
    }

    @Test
    @DisplayName("D4: a field that the task agrees to lose rules nothing out")
    void mayLose() throws LlmException {
        // Given
        Call call = call(Map.of("mayLose", "logit_bias"), HELLO.formatted(", 'logit_bias': {'42': 1}"));

        // When
        List<String> chosen = choose(call, "eu-messages");

        // Then
        assertThat(chosen).containsExactly("eu-messages");
    }

    @Test
    @DisplayName("D2: a prompt that cannot fit is not sent")
    void promptTooLong() throws LlmException {
        // Given
        Call call = call(Map.of(), HELLO.replace("Hello", "word ".repeat(2000)));

        // When
        List<String> chosen = choose(call, "eu-chat", "us-chat");

        // Then
        assertThat(chosen).containsExactly("us-chat");
        assertThat(call.attempts().dropped()).containsExactly(new Dropped("eu-chat", "context_window", "1000"));
    }

    @Test
    @DisplayName("T1: a simulated deployment steps aside for a usable real one, and only then")
    void demoStepsAside() throws LlmException {
        // When
        List<String> withReal = choose(call(Map.of(), HELLO), "eu-chat", "demo");
        List<String> withoutKey = choose(call(Map.of(), HELLO), "keyless", "demo");

        // Then
        assertThat(withReal).containsExactly("eu-chat");
        assertThat(withoutKey).containsExactly("demo");
    }

    @Test
    @DisplayName("D2: no candidate is a 400 naming the reasons where the request is at fault, else a 503")
    void noCandidate() {
        // Given
        Call ofRequest = call(Map.of(), HELLO.formatted(", 'logprobs': true"));
        Call ofOperator = call(Map.of(), HELLO);

        // When
        LlmException request = catchThrowableOfType(LlmException.class, () -> choose(ofRequest, "us-chat"));
        LlmException operator = catchThrowableOfType(LlmException.class, () -> choose(ofOperator, "keyless"));

        // Then
        assertThat(request.errorClass()).isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
        assertThat(request.reason()).contains("capability (logprobs)");
        assertThat(operator.clientStatus()).isEqualTo(503);
        assertThat(operator.reason()).contains("no_credential");
    }

    @Test
    @DisplayName("J1: a deployment with an open breaker is passed over while another is left")
    void openBreakerIsPassedOver() throws LlmException {
        // Given
        breakers.of(deployment("eu-chat")).transitionToOpenState();
        Call call = call(Map.of(), HELLO);

        // When
        List<String> chosen = choose(call, "eu-chat", "us-chat");

        // Then
        assertThat(chosen).containsExactly("us-chat");
        assertThat(call.attempts().dropped()).containsExactly(new Dropped("eu-chat", "breaker_open", null));
    }

    private List<String> choose(Call call, String... names) throws LlmException {
        return selection.choose(call, List.of(names)).stream()
                .map(Deployment::name)
                .toList();
    }

    private Deployment deployment(String name) {
        return catalogue.current().find(name).orElseThrow();
    }

    private Call call(Map<String, String> contract, String payload) {
        return call(contract, payload, caller("acme", Set.of()));
    }

    private Call call(Map<String, String> contract, String payload, Caller caller) {
        Call call = new Call("req_1", "openai-chat", TraceParent.continuing(null));
        call.identify(caller);
        Map<String, String> parameters = new HashMap<>(contract);
        parameters.put("owner", "test");
        call.resolve(
                new TaskVersion(
                        "t", new ContractReader(Texts.onDisk(home), parameters).read(), "p", "r", List.of(), null),
                null);
        byte[] body = payload.replace("%s", "").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        try {
            LlmRequest request = new LlmRequest(
                    Operation.CHAT,
                    Dialect.OPENAI_CHAT,
                    body,
                    false,
                    LlmRequest.Limits.NONE,
                    call.task().contract().mayLose(),
                    Map.of(),
                    call.cancellation());
            call.accept(request, Codecs.of(Dialect.OPENAI_CHAT).summarize(Json.parseRequest(body)));
        } catch (LlmException e) {
            throw new IllegalArgumentException(e.reason(), e);
        }
        return call;
    }

    private static Caller caller(String organisation, Set<String> regions) {
        return new Caller(
                "c", organisation, "team", "feature", Set.of(), Set.of(), Set.of("public", "internal"), regions, 5);
    }
}
