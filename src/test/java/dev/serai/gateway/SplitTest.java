/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code kamelet:split} over sockets (I4). */
class SplitTest {
    /** Of as many keys as the test has questions. */
    private static final String BY_KEY = """
            - route:
                id: by-key
                from:
                  uri: task:by-key
                  parameters: { owner: tests }
                  steps:
                    - setProperty: { name: SeraiStickyKey, simple: "${exchangeProperty.SeraiCall.summary.promptChars}" }
                    - to: { uri: kamelet:split, parameters: { deployments: "alpha=50,beta=50", sticky: key } }
            """;

    private PatternBed bed;

    @BeforeEach
    void quickDeployments() {
        bed = PatternBed.on(PatternBed.setup()
                .file("routes/tasks/s1.yaml", split("drawn", "alpha=80,beta=20&sticky=none"))
                .file("routes/tasks/s2.yaml", split("by-caller", "alpha=50,beta=50"))
                .file("routes/tasks/s3.yaml", split("reserve", "alpha=1,beta=0&sticky=none"))
                .file("routes/tasks/s4.yaml", split("by-entry", "alpha,beta&sticky=none"))
                .file("routes/tasks/s5.yaml", BY_KEY));
    }

    private static String split(String name, String options) {
        return PatternBed.task(name, "maxAttempts: 4", "kamelet:split?deployments=" + options);
    }

    @Test
    @DisplayName("I4: the shares are as the weights say")
    void shares() {
        // When
        int beta = answersOf("beta", ask("drawn", 400));
        // Then: 80 of 400 are expected; five standard deviations of chance
        assertThat(beta).isBetween(40, 120);
    }

    @Test
    @DisplayName("I4: without weights those of the deployments count")
    void weightsOfTheEntries() {
        // When
        int beta = answersOf("beta", ask("by-entry", 100));
        // Then
        assertThat(beta).isBetween(25, 75);
    }

    @Test
    @DisplayName("I4: one caller always gets the same deployment")
    void stickyByCaller() {
        // When
        int beta = answersOf("beta", ask("by-caller", 30));
        // Then
        assertThat(beta).isIn(0, 30);
    }

    @Test
    @DisplayName("I4: one key always gets the same deployment, and keys are shared out")
    void stickyByKey() throws Exception {
        // Given
        List<String> first = new ArrayList<>();
        List<String> again = new ArrayList<>();
        // When
        for (int length = 1; length <= 24; length++) {
            first.add(bed.client().chat("by-key", false, "x".repeat(length)).text());
            again.add(bed.client().chat("by-key", false, "y".repeat(length)).text());
        }
        // Then
        assertThat(again).isEqualTo(first);
        assertThat(first).contains("alpha says so", "beta says so");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("I4: a deployment of weight 0 is only asked when the others have failed")
    void fallsBack(boolean stream) throws Exception {
        // Given
        int before = answersOf("beta", ask("reserve", 20));
        bed.script(PatternBed.ALPHA, "attempts: [{quota: true}]");
        // When
        GatewayClient.Reply reply = bed.client().chat("reserve", stream);
        // Then
        assertThat(before).isZero();
        assertThat(reply.text()).isEqualTo("beta says so");
        assertThat(bed.recordOf(reply).path("routeReason").textValue()).isEqualTo("drawn by none");
        assertThat(FaultBed.attempts(bed.recordOf(reply))).isEqualTo(List.of("alpha quota_exhausted", "beta ok"));
    }

    private List<GatewayClient.Reply> ask(String task, int times) {
        List<CompletableFuture<GatewayClient.Reply>> calls = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            calls.add(bed.client().chatAsync(task, false, "Question " + i));
            if (i % 40 == 39) {
                calls.forEach(CompletableFuture::join);
            }
        }
        return calls.stream().map(CompletableFuture::join).toList();
    }

    private static int answersOf(String deployment, List<GatewayClient.Reply> replies) {
        assertThat(replies).allMatch(reply -> reply.status() == 200);
        return (int) replies.stream()
                .filter(reply -> reply.body().contains(deployment + " says so"))
                .count();
    }
}
