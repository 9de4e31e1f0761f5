/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Comments keep a silent stream alive, and commit to nothing (H2, H3). */
class HeartbeatTest {
    private static final String JUDGED = "judged";
    private static final String HEARTBEAT = ": heartbeat\n\n";

    @Test
    @DisplayName("H3: headers and the first comment go out after one interval of silence, not after two")
    void beatsBeforeTheFirstToken() throws Exception {
        // Given
        FaultBed bed = bed("600ms").first("firstTokenDelay: 1500ms");
        try (RawClient client = new RawClient(bed.gateway())) {
            long sent = System.nanoTime();
            // When
            String head = client.send(FaultBed.TASK, true, "Hi").readUntil(HEARTBEAT);
            long waited = Duration.ofNanos(System.nanoTime() - sent).toMillis();
            String rest = client.readUntil("[DONE]\n\n");
            // Then
            assertThat(head).startsWith("HTTP/1.1 200").contains("text/event-stream");
            assertThat(waited).isBetween(590L, 1150L);
            assertThat(rest).contains(HEARTBEAT).contains("seven");
        }
    }

    @Test
    @DisplayName("H3: heartbeats are no first token: the record's first content is the provider's")
    void heartbeatsAreNoFirstToken() throws Exception {
        // Given
        FaultBed bed = bed("200ms").first("firstTokenDelay: 1200ms");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.TASK, true);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.body()).startsWith(HEARTBEAT);
        assertThat(decision.path("firstContentMs").longValue()).isGreaterThanOrEqualTo(1200);
        assertThat(decision.at("/attempts/0/firstTokenMs").longValue()).isGreaterThanOrEqualTo(1190);
    }

    @Test
    @DisplayName("H2 G1: after heartbeats the first-token limit still holds, and the call still falls over")
    void failoverAfterHeartbeats() throws Exception {
        // Given
        FaultBed bed = bed("200ms").first("[{silence: true}]").second("firstTokenDelay: 1s");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.TASK, true);
        // Then
        assertThat(reply.body()).startsWith(HEARTBEAT);
        assertThat(reply.text()).isEqualTo(FaultBed.SECOND_ANSWER);
        assertThat(reply.isDone()).isTrue();
        assertThat(FaultBed.attempts(bed.onlyRecord(reply.requestId())))
                .isEqualTo(List.of(FaultBed.FIRST + " deadline_exceeded", FaultBed.SECOND + " ok"));
    }

    @Test
    @DisplayName("H3 H4: a failure after heartbeats is an error event, never a clean end")
    void failureAfterHeartbeats() throws Exception {
        // Given
        String late = "attempts: [{status: 400, latency: 900ms}]";
        FaultBed bed = bed("200ms").first(late);
        // When
        GatewayClient.Reply openAi = bed.client().chat(FaultBed.TASK, true);
        bed.first(late);
        GatewayClient.Reply anthropic = bed.client().messages(FaultBed.TASK, true);
        bed.first(late);
        GatewayClient.Reply useCase = bed.client().useCase(FaultBed.TASK, true);
        // Then
        assertThat(openAi.status()).isEqualTo(200);
        assertThat(openAi.body()).startsWith(HEARTBEAT).doesNotContain("[DONE]");
        assertThat(openAi.lastEvent().at("/error/type").textValue()).isEqualTo("invalid_request_error");
        assertThat(anthropic.body())
                .startsWith(HEARTBEAT)
                .contains("event: error\n")
                .doesNotContain("message_stop");
        assertThat(useCase.body())
                .startsWith(HEARTBEAT)
                .contains("event: error\n")
                .doesNotContain("event: done");
        assertThat(bed.onlyRecord(openAi.requestId()).path("outcome").textValue())
                .isEqualTo("invalid_request");
    }

    @Test
    @DisplayName("H3 H6: a client of a buffered task gets comments until the answer is whole")
    void beatsWhileTheAnswerIsBuffered() throws Exception {
        // Given
        FaultBed bed = bed("200ms").first("tokenDelay: 150ms");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.BUFFERED, true);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.body()).startsWith(HEARTBEAT + HEARTBEAT);
        assertThat(reply.text()).isEqualTo(FaultBed.FIRST_ANSWER);
        assertThat(reply.isDone()).isTrue();
        assertThat(decision.path("firstContentMs").longValue()).isGreaterThanOrEqualTo(1050);
        assertThat(decision.at("/attempts/0/firstTokenMs").longValue()).isLessThan(900);
    }

    @Test
    @DisplayName(
            "H3 O4: a client whose answer is judged first gets comments until then, and the whole answer as a stream")
    void beatsWhileTheAnswerIsJudged() throws Exception {
        // Given: the second deployment is the judge
        FaultBed bed = bed("200ms").first("{}").second("answer: '{\"score\": 9}'\nlatency: 900ms");
        // When
        GatewayClient.Reply reply = bed.client().chat(JUDGED, true);
        JsonNode decision = bed.onlyRecord(reply.requestId());
        // Then
        assertThat(reply.body()).startsWith(HEARTBEAT + HEARTBEAT);
        assertThat(reply.text()).isEqualTo(FaultBed.FIRST_ANSWER);
        assertThat(reply.isDone()).isTrue();
        assertThat(decision.path("firstContentMs").longValue()).isGreaterThanOrEqualTo(900);
        assertThat(decision.at("/judgement/confidence").textValue()).isEqualTo("high");
    }

    @Test
    @DisplayName("H3: comments fill the gaps between tokens")
    void beatsBetweenTokens() throws Exception {
        // Given
        FaultBed bed = bed("200ms").first("answer: one two\ntokenDelay: 700ms");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.TASK, true);
        // Then
        assertThat(reply.text()).isEqualTo("one two");
        assertThat(reply.body().split(HEARTBEAT, -1).length - 1).isBetween(2, 4);
        assertThat(reply.isDone()).isTrue();
    }

    @Test
    @DisplayName("H5: a client that leaves after nothing but heartbeats is noticed within a second")
    void clientLeavesAfterHeartbeats() throws Exception {
        // Given
        FaultBed bed = bed("200ms").first("firstTokenDelay: 20s");
        int before = bed.gateway().recordsAtRest();
        RawClient client = new RawClient(bed.gateway()).send(FaultBed.TASK, true, "Hi");
        ClientGoneTest.awaitAsked(bed);
        client.readUntil(HEARTBEAT);
        // When
        client.close();
        // Then
        ClientGoneTest.awaitClosedUpstream(bed);
        // the record of an earlier test's call may come as late as this one's
        FaultBed.within(Duration.ofSeconds(3)).until(() -> bed.gateway().records().stream()
                .skip(before)
                .anyMatch(entry -> entry.path("outcome").textValue().equals("cancelled")));
    }

    @Test
    @DisplayName("H1: a whole answer that takes long gets no heartbeats, but its real status")
    void noHeartbeatsForWholeAnswers() throws Exception {
        // Given
        FaultBed bed = bed("200ms").first("attempts: [{status: 400, latency: 900ms}]");
        // When
        GatewayClient.Reply reply = bed.client().chat(FaultBed.TASK, false);
        // Then
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).startsWith("{");
    }

    private static FaultBed bed(String heartbeat) {
        String[] limits = {"deadline: 10s", "firstToken: 2s", "idle: 2s", "attemptTimeout: 5s"};
        return FaultBed.on(FaultBed.setup("{ minimumCalls: 1000, window: 1000 }")
                .task(FaultBed.TASK, FaultBed.FIRST + "," + FaultBed.SECOND, limits)
                .file(
                        "routes/tasks/" + JUDGED + ".yaml",
                        PatternBed.task(
                                JUDGED,
                                "firstToken: 2s",
                                "kamelet:best-of?deployments=" + FaultBed.FIRST + "&judge=" + FaultBed.SECOND))
                .property("serai.stream.heartbeat", heartbeat));
    }
}
