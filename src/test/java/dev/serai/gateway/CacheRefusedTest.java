/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.gateway.fleet.KillSwitch;
import dev.serai.gateway.fleet.KillSwitches;

import static dev.serai.gateway.CacheBed.ACME;
import static dev.serai.gateway.CacheBed.ACME_FRUGAL;
import static dev.serai.gateway.CacheBed.ACME_ONCE;
import static dev.serai.gateway.CacheBed.ACME_TOO;
import static dev.serai.gateway.CacheBed.ACME_US;
import static dev.serai.gateway.CacheBed.BRIEF;
import static dev.serai.gateway.CacheBed.COST;
import static dev.serai.gateway.CacheBed.GLOBEX;
import static dev.serai.gateway.CacheBed.KEPT;
import static dev.serai.gateway.CacheBed.SUMS;
import static dev.serai.gateway.CacheBed.UNKEPT;
import static dev.serai.gateway.CacheBed.newQuestion;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What is never kept, and who is never given what is. */
@DisplayName("M1: the cache of answers keeps back")
class CacheRefusedTest {
    private final String question = newQuestion();
    private CacheBed bed;

    @BeforeEach
    void fresh() {
        bed = CacheBed.fresh();
    }

    static Stream<Arguments> unfit() {
        String tools = "\"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"look\"}}]";
        return Stream.of(
                        arguments("a tool call", KEPT, "toolCall: auto", tools),
                        arguments("cut off", KEPT, "answer: one two three four", "\"max_tokens\": 2"),
                        arguments("refused", KEPT, "attempts: [{refusal: true}]\nrepeatLast: true", "\"n\": 1"),
                        arguments("not JSON", SUMS, "answer: four", "\"n\": 1"),
                        arguments("broken", KEPT, "attempts: [{cutAfter: 1}]\nrepeatLast: true", "\"n\": 1"))
                .flatMap(each -> Stream.of(false, true)
                        .map(stream -> arguments(each.get()[0], stream, each.get()[1], each.get()[2], each.get()[3])));
    }

    @ParameterizedTest(name = "{0}, stream: {1}")
    @MethodSource("unfit")
    @DisplayName("M1: tool calls, refusals, partial and invalid answers are never kept")
    void keepsNothingUnfit(String kind, boolean stream, String task, String script, String more) {
        // Given
        bed.script(script);
        String body = GatewayClient.chatBody(task, stream, question).replaceFirst("\\{", "{" + more + ", ");
        // When
        bed.post(ACME, DoorHttp.OPENAI, body);
        HttpResponse<String> again = bed.post(ACME, DoorHttp.OPENAI, body);
        // Then
        assertThat(bed.cacheOf(again)).isEqualTo("miss");
        assertThat(bed.asked()).hasSize(2);
    }

    @Test
    @DisplayName("M1: a task that says nothing keeps nothing, and its records say nothing of a cache")
    void isOptIn() {
        // When
        bed.chat(ACME, UNKEPT, false, question);
        HttpResponse<String> again = bed.chat(ACME, UNKEPT, false, question);
        // Then
        assertThat(bed.recordOf(again).has("cache")).isFalse();
        assertThat(again.headers().firstValue("X-Serai-Cache")).isEmpty();
        assertThat(bed.asked()).hasSize(2);
    }

    @Test
    @DisplayName("M1: no organisation is ever given another's answer, and each task has its own")
    void belongsToTheOrganisation() {
        // Given
        bed.chat(ACME, KEPT, false, question);
        // When
        HttpResponse<String> others = bed.chat(GLOBEX, KEPT, false, question);
        HttpResponse<String> otherTask = bed.chat(ACME, BRIEF, false, question);
        // Then
        assertThat(bed.cacheOf(others)).isEqualTo("miss");
        assertThat(bed.settled(others).credit()).isEqualTo(COST);
        assertThat(bed.cacheOf(otherTask)).isEqualTo("miss");
        assertThat(bed.cacheOf(bed.chat(ACME_TOO, KEPT, false, question))).isEqualTo("hit");
    }

    @Test
    @DisplayName("M1 D3: who must not be served by the deployment that answered is not given its answer")
    void asksWhoMayHaveIt() {
        // Given
        bed.chat(ACME, KEPT, false, question);
        // When
        HttpResponse<String> elsewhere = bed.chat(ACME_US, KEPT, false, question);
        // Then
        assertThat(elsewhere.statusCode()).isEqualTo(503);
        assertThat(bed.cacheOf(elsewhere)).isEqualTo("miss");
        assertThat(elsewhere.body()).doesNotContain("four");
    }

    @ParameterizedTest
    @CsvSource({"DEPLOYMENT, kept", "PROVIDER, sim", "TASK, kept", "CALLER, acme-web"})
    @DisplayName("K4: what is switched off gives no answer out of the cache either")
    void obeysKillSwitches(KillSwitch.Kind kind, String name) {
        // Given
        bed.chat(ACME, KEPT, false, question);
        KillSwitches switches = bed.gateway().bean(KillSwitches.class);
        switches.set(kind, name, true, "a test", "tests").join();
        // When
        HttpResponse<String> meanwhile = bed.chat(ACME, KEPT, false, question);
        switches.set(kind, name, false, "a test", "tests").join();
        HttpResponse<String> after = bed.chat(ACME, KEPT, false, question);
        // Then
        assertThat(meanwhile.statusCode()).isIn(403, 503);
        assertThat(bed.cacheOf(after)).isEqualTo("hit");
        assertThat(bed.asked()).hasSize(1);
    }

    @Test
    @DisplayName("A8: a pinned call is a question of its own")
    void pinsAreApart() {
        // Given
        bed.chat(ACME, KEPT, false, question);
        // When
        HttpResponse<String> pinned = bed.chat(ACME, KEPT, false, question, "X-Serai-Deployment", KEPT);
        HttpResponse<String> again = bed.chat(ACME, KEPT, false, question, "X-Serai-Deployment", KEPT);
        // Then
        assertThat(bed.cacheOf(pinned)).isEqualTo("miss");
        assertThat(bed.cacheOf(again)).isEqualTo("hit");
    }

    @ParameterizedTest
    @CsvSource({"no-cache, true", "no-store, false", "'max-age=0, no-transform', true"})
    @DisplayName("M1: a caller can ask for a new answer, and that its own is not kept")
    void obeysTheCaller(String control, boolean kept) {
        // Given
        bed.chat(ACME, KEPT, false, question);
        bed.script("answer: a newer one");
        // When
        HttpResponse<String> fresh = bed.chat(ACME, KEPT, false, question, "Cache-Control", control);
        HttpResponse<String> after = bed.chat(ACME, KEPT, false, question);
        // Then
        assertThat(fresh.body()).contains("a newer one");
        assertThat(bed.cacheOf(fresh)).isEqualTo("bypass");
        assertThat(fresh.headers().firstValue("X-Serai-Cache")).contains("bypass");
        assertThat(after.body()).contains(kept ? "a newer one" : "four is the answer");
        assertThat(bed.cacheOf(after)).isEqualTo("hit");
    }

    @Test
    @DisplayName("M1: an answer is given again for as long as the task says")
    void expires() {
        // Given
        bed.chat(ACME, BRIEF, false, question);
        assertThat(bed.cacheOf(bed.chat(ACME, BRIEF, false, question))).isEqualTo("hit");
        // Then
        PatternBed.within(Duration.ofSeconds(5))
                .until(() -> bed.cacheOf(bed.chat(ACME, BRIEF, false, question)).equals("miss"));
    }

    @Test
    @DisplayName("C3 M1: a change of the task makes its earlier answers unreachable")
    void followsTheProfileVersion() throws Exception {
        // Given
        HttpResponse<String> first = bed.chat(ACME, KEPT, false, question);
        Path file = bed.gateway().home().resolve("routes/tasks/kept.yaml");
        String before = Files.readString(file);
        // When
        Files.writeString(file, before.replace("maxAttempts: 1", "maxAttempts: 1\n        temperature: 0.5"));
        // Then
        PatternBed.within(Duration.ofSeconds(10)).until(() -> !original().equals(DoorHttp.requestId(first)));
        Files.writeString(file, before);
        PatternBed.within(Duration.ofSeconds(10)).until(() -> original().equals(DoorHttp.requestId(first)));
    }

    /** Whose answer another call is given; its own where there is none. */
    private String original() {
        HttpResponse<String> response = bed.chat(ACME, KEPT, false, question);
        return bed.recordOf(response).at("/cache/original").asText(DoorHttp.requestId(response));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("K1: a hit is a request of its caller's limits, and takes no tokens of them")
    void countsAsARequest(boolean stream) {
        // Given
        bed.chat(ACME, KEPT, stream, question);
        HttpResponse<String> made = bed.chat(ACME_FRUGAL, UNKEPT, stream, question);
        assertThat(QuotaBed.header(made, "x-ratelimit-remaining-tokens")).isNotNull();
        // When
        HttpResponse<String> hit = bed.chat(ACME_FRUGAL, KEPT, stream, question);
        // Then
        assertThat(bed.cacheOf(hit)).isEqualTo("hit");
        assertThat(QuotaBed.header(hit, "x-ratelimit-remaining-requests")).isNotNull();
        assertThat(QuotaBed.header(hit, "x-ratelimit-remaining-tokens")).isNull();
    }

    @Test
    @DisplayName("K3: a hit that a limit refuses was none: nothing is settled, and the record tells of none")
    void isNoHitWhereALimitRefuses() {
        // Given
        bed.chat(ACME, KEPT, false, question);
        // When
        HttpResponse<String> hit = bed.chat(ACME_ONCE, KEPT, false, question);
        HttpResponse<String> refused = bed.chat(ACME_ONCE, KEPT, false, question);
        // Then
        assertThat(bed.cacheOf(hit)).isEqualTo("hit");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(bed.cacheOf(refused)).isEqualTo("nothing");
        assertThat(bed.ledger().problems()).isEmpty();
        assertThat(bed.ledger().find(DoorHttp.requestId(refused))).isEmpty();
    }

    @Test
    @DisplayName("M4: a hit is kept for its idempotency key like any answer")
    void worksWithIdempotencyKeys() {
        // Given
        String key = IdempotencyBed.newKey();
        bed.chat(ACME, KEPT, true, question);
        // When
        HttpResponse<String> hit = bed.chat(ACME, KEPT, true, question, "Idempotency-Key", key);
        HttpResponse<String> replayed = bed.chat(ACME, KEPT, true, question, "Idempotency-Key", key);
        // Then
        assertThat(bed.cacheOf(hit)).isEqualTo("hit");
        assertThat(IdempotencyBed.isReplayed(replayed)).isTrue();
        assertThat(replayed.body()).isEqualTo(hit.body());
        assertThat(bed.recordOf(replayed).has("cache")).isFalse();
    }
}
