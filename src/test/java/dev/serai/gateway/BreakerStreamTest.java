/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.deployment.BreakerView;
import dev.serai.gateway.deployment.Breakers;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployment;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

/** What a breaker makes of calls that last: streams, and clients that are slow or leave (J1, H5). */
class BreakerStreamTest {
    private FaultBed bed;

    @BeforeEach
    void closedBreakers() {
        bed = FaultBed.on(FaultBed.setup("{ failureRate: 50, minimumCalls: 5, window: 20, cooldown: 3s }"));
        breakers().reset(first()).join();
    }

    @Test
    @DisplayName("J1: a stream that breaks after its first content counts, once and as a failure")
    void brokenStreamsCount() throws Exception {
        // Given
        bed.first("attempts: [{cutAfter: 3}]\nrepeatLast: true");
        // When
        for (int i = 0; i < 4; i++) {
            bed.client().chat(FaultBed.TASK, true);
        }
        // Then
        FaultBed.within(ofSeconds(4)).until(() -> view().failed() == 4);
        assertThat(view().calls()).isEqualTo(4);
        bed.client().chat(FaultBed.TASK, true);
        FaultBed.within(ofSeconds(4)).until(() -> view().state().equals("open"));
    }

    @Test
    @DisplayName("J1: streams that are under way count as answers: a few failures beside them open nothing")
    void streamsUnderWayAreAnswers() throws Exception {
        // Given
        bed.first("tokens: 1000\ntokenDelay: 20ms");
        List<RawClient> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 7; i++) {
                RawClient client = new RawClient(bed.gateway());
                streams.add(client);
                client.send(FaultBed.ALONE, true, "Hello").readUntil("data: ");
            }
            FaultBed.within(ofSeconds(4)).until(() -> view().calls() == 7);
            // When
            bed.first("attempts: [{status: 503}]\nrepeatLast: true");
            for (int i = 0; i < 3; i++) {
                bed.client().chat(FaultBed.ALONE, false);
            }
            // Then
            assertThat(view().state()).isEqualTo("closed");
            assertThat(view().failed()).isBetween(5, 6);
        } finally {
            for (RawClient client : streams) {
                client.close();
            }
        }
    }

    @Test
    @DisplayName(
            "J1: a stream as the trial call counts at its end: one that breaks as the trial call opens the breaker again")
    void brokenTrialOpensAgain() throws Exception {
        // Given
        openAndCool();
        bed.first("[{cutAfter: 3}]");
        int asked = bed.asked(FaultBed.FIRST).size();
        // When
        bed.client().chat(FaultBed.TASK, true);
        // Then
        FaultBed.within(ofSeconds(4)).until(() -> view().state().equals("open"));
        assertThat(bed.asked(FaultBed.FIRST)).hasSize(asked + 1);
    }

    @Test
    @DisplayName("J1: a time limit that passes while a slow client is not reading does not count")
    void slowClientsDoNotCount() throws Exception {
        // Given: more than the sockets' buffers hold
        bed.first("answer: '" + "word ".repeat(100_000) + "'");
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send(FaultBed.ALONE, true, "Hello").readUntil("word");
            FaultBed.within(ofSeconds(6))
                    .until(() -> bed.asked(FaultBed.FIRST).size() == 1
                            && bed.asked(FaultBed.FIRST).get(0).ended() != null);
        }
        FaultBed.within(ofSeconds(4)).until(() -> bed.gateway().records().size() > before);
        // Then
        assertThat(FaultBed.attempts(bed.gateway().records().get(before)))
                .isEqualTo(List.of(FaultBed.FIRST + " deadline_exceeded"));
        assertThat(view().failed()).isZero();
    }

    @Test
    @DisplayName("J1 H5: clients that leave do not count, and free the trial call")
    void clientsThatLeaveDoNotCount() throws Exception {
        // Given
        openAndCool();
        bed.first("[{silence: true}]").gateway().journal().clear();
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send(FaultBed.TASK, false, "Hi");
            ClientGoneTest.awaitAsked(bed);
        }
        ClientGoneTest.nextRecord(bed, before);
        GatewayClient.Reply reply = bed.client().chat(FaultBed.TASK, false);
        // Then
        assertThat(reply.text()).isEqualTo(FaultBed.FIRST_ANSWER);
        assertThat(view().state()).isEqualTo("closed");
    }

    /** Until its trial call is due. */
    private void openAndCool() throws Exception {
        bed.first("attempts: [{status: 503}]\nrepeatLast: true").client();
        while (view().state().equals("closed")) {
            bed.client().chat(FaultBed.ALONE, false);
        }
        FaultBed.within(ofSeconds(8)).until(() -> view().state().equals("half_open"));
    }

    private BreakerView view() {
        return breakers().view(first());
    }

    private Breakers breakers() {
        return bed.gateway().bean(Breakers.class);
    }

    private Deployment first() {
        return bed.gateway()
                .bean(Catalogue.class)
                .current()
                .find(FaultBed.FIRST)
                .orElseThrow();
    }
}
