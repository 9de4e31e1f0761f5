/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static dev.serai.gateway.IdempotencyBed.KEYED;
import static dev.serai.gateway.IdempotencyBed.UNKEPT;
import static dev.serai.gateway.IdempotencyBed.isReplayed;
import static dev.serai.gateway.IdempotencyBed.newKey;
import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("M4: a call whose idempotency key came before, and that gets no earlier answer")
class IdempotencyRefusedTest {
    private final String key = newKey();
    private IdempotencyBed bed;

    @BeforeEach
    void fresh() {
        bed = IdempotencyBed.fresh();
    }

    @ParameterizedTest
    @ValueSource(strings = {DoorHttp.OPENAI, DoorHttp.ANTHROPIC, DoorHttp.RESPONSES, "/gateway/use-cases/" + KEYED})
    @DisplayName("M4: another body with the same key is a conflict in the door's dialect, and nothing is sent")
    void refusesAnotherBody(String door) {
        // Given
        String body = DoorHttp.question(door, KEYED);
        bed.post(door, key, body);
        // When
        HttpResponse<String> other = bed.post(door, key, body.replace("Hi", "Bye"));
        // Then
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(DoorHttp.json(other).path("error").path("message").textValue())
                .contains("use a new key");
        assertThat(bed.asked()).hasSize(1);
        assertThat(bed.gateway()
                        .awaitRecord(DoorHttp.requestId(other))
                        .path("errorCode")
                        .textValue())
                .isEqualTo("idempotency_key_reused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attempts: [{status: 429, headers: {retry-after: '1'}}]",
                "attempts: [{status: 500}]",
                "attempts: [{contextLength: true}]",
                "attempts: [{reset: headers}]",
                "attempts: [{cutAfter: 1}]"
            })
    @DisplayName("M4: after a call that failed, or whose stream was cut, the same key makes the call anew")
    void failuresFreeTheKey(String fault) {
        for (boolean stream : new boolean[] {false, true}) {
            // Given
            String again = newKey();
            bed.script("answer: some more words\n" + fault);
            HttpResponse<String> failed = bed.chat(again, KEYED, stream);
            assertThat(failed.statusCode() != 200 || failed.body().contains("error"))
                    .isTrue();
            // When
            HttpResponse<String> retried = bed.chat(again, KEYED, stream);
            // Then
            assertThat(retried.statusCode()).isEqualTo(200);
            assertThat(retried.body()).doesNotContain("error");
            assertThat(isReplayed(retried)).isFalse();
            assertThat(isReplayed(bed.chat(again, KEYED, stream))).isTrue();
        }
        assertThat(bed.asked()).hasSize(4);
    }

    @Test
    @DisplayName(
            "M4 N4: where the task says so its answer is not kept: the same key again is refused, and nothing is sent")
    void unkeptAnswersAreNotReplayed() {
        // Given
        long kept = answersInDatabase();
        assertThat(bed.chat(key, UNKEPT, false).statusCode()).isEqualTo(200);
        // When
        HttpResponse<String> again = bed.chat(key, UNKEPT, false);
        // Then
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(DoorHttp.json(again).at("/error/code").textValue()).isEqualTo("idempotency_answer_not_kept");
        assertThat(bed.asked()).hasSize(1);
        assertThat(answersInDatabase()).isEqualTo(kept);
    }

    @Test
    @DisplayName("M4: an answer longer than the limit is not kept, which is counted")
    void longAnswersAreNotKept() throws Exception {
        // Given
        bed.script("answer: " + "word ".repeat(20_000));
        assertThat(bed.chat(key, KEYED, false).statusCode()).isEqualTo(200);
        // When
        HttpResponse<String> again = bed.chat(key, KEYED, false);
        // Then
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(bed.asked()).hasSize(1);
        assertThat(new GatewayClient(bed.gateway().baseUrl(), key)
                        .get("/actuator/prometheus")
                        .body())
                .contains("serai_idempotency_lost_total{reason=\"too_long\",task=\"keyed\"}")
                .contains("serai_idempotency_calls_total{result=\"not_kept\",task=\"keyed\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "schlüssel"})
    @DisplayName("M4: a key that is not 1 to 255 printable characters is refused")
    void refusesWhatIsNoKey(String noKey) throws Exception {
        // When
        int blank;
        try (RawClient client = bed.leaving(noKey, KEYED, false)) {
            blank = Integer.parseInt(client.readUntil("\r\n").split(" ")[1]);
        }
        // Then
        assertThat(blank).isEqualTo(400);
        assertThat(bed.chat("k".repeat(256), KEYED, false).statusCode()).isEqualTo(400);
        assertThat(bed.chat("k".repeat(200) + newKey(), KEYED, false).statusCode())
                .isEqualTo(200);
        assertThat(bed.asked()).hasSize(1);
    }

    private long answersInDatabase() {
        return bed.gateway()
                .bean(JdbcClient.class)
                .sql("select count(*) from idempotent_answer")
                .query(Long.class)
                .single();
    }
}
