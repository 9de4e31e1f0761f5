/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.serai.llm.LlmComponent;
import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Many calls with faults at once: nobody waits for a thread, and nothing is left behind (H8, G1). */
@Tag("soak")
class FaultStormSoakTest {
    private static final List<String> FAULTS = List.of(
            "status: 500",
            "status: 429",
            "reset: headers",
            "reset: 2",
            "cutAfter: 0",
            "cutAfter: 3",
            "stallAfter: 1",
            "silence: true",
            "inBandErrorAfter: 0",
            "inBandErrorAfter: 2",
            "malformedAt: 1",
            "noDone: true",
            "contentFilter: true",
            "refusal: true");

    @Test
    @DisplayName("H8: sixty retries at once do not wait for each other: all of them are under way together")
    void retriesDoNotQueue() throws Exception {
        // Given: no retry comes before all sixty have been asked once
        String[] patient = {"deadline: 60s", "firstToken: 50s", "idle: 50s", "attemptTimeout: 50s"};
        FaultBed bed = FaultBed.on(
                FaultBed.setup("{ minimumCalls: 1000, window: 1000 }").task(FaultBed.ALONE, FaultBed.FIRST, patient));
        String fail = "{status: 500, latency: 5s}, ".repeat(60);
        bed.first("attempts: [" + fail + "{silence: true}]\nrepeatLast: true");
        List<RawClient> clients = new ArrayList<>();
        try {
            // When
            for (int i = 0; i < 60; i++) {
                clients.add(new RawClient(bed.gateway()).send(FaultBed.ALONE, false, "Question " + i));
            }
            // Then: a retry that waited for another's end would not come while that one is silent
            FaultBed.within(Duration.ofSeconds(40))
                    .until(() -> bed.asked(FaultBed.FIRST).stream()
                                    .filter(request ->
                                            request.attempt() > 60 && request.outcome() == SimRequest.Outcome.RUNNING)
                                    .count()
                            == 60);
            assertThat(bed.asked(FaultBed.FIRST)).hasSize(120);
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    @DisplayName("G1 E7: after every fault, streamed and plain, no connection, call or record is left over or missing")
    void nothingIsLeftBehind() throws Exception {
        // Given
        FaultBed bed = FaultBed.fresh();
        LlmComponent llm = bed.gateway().camel().getComponent("llm", LlmComponent.class);
        int records = bed.gateway().recordsAtRest();
        String all = "{" + String.join("}, {", FAULTS) + "}";
        bed.first("attempts: [" + all + ", " + all + "]");
        bed.second("attempts: [" + all + "]");
        // When
        List<GatewayClient.Reply> replies = at(80, bed, FaultBed.TASK, true);
        // Then
        assertThat(replies).allMatch(reply -> reply.requestId() != null);
        FaultBed.within(Duration.ofSeconds(3))
                .until(() -> bed.gateway().records().size() == records + 80);
        assertThat(bed.gateway().records().subList(records, records + 80))
                .allMatch(decision -> !FaultBed.attempts(decision).toString().contains("running"));
        assertThat(bed.activeCalls()).isZero();
        FaultBed.within(Duration.ofSeconds(3)).until(() -> llm.leasedConnections() == 0);
        assertThat(bed.gateway().journal().openConnections()).isLessThanOrEqualTo(llm.idleConnections());
    }

    private static List<GatewayClient.Reply> at(int calls, FaultBed bed, String task, boolean streams) {
        List<CompletableFuture<GatewayClient.Reply>> running = new ArrayList<>();
        IntStream.range(0, calls)
                .forEach(i -> running.add(bed.client().chatAsync(task, streams && i % 2 == 0, "Question " + i)));
        return running.stream().map(CompletableFuture::join).toList();
    }
}
