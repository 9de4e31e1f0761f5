/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmComponent;
import dev.serai.llm.provider.sim.SimRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** A client that stays and reads nothing holds its call no longer than any other may (G1, H8). */
@Tag("soak")
class StuckClientSoakTest {
    private static final Duration DEADLINE = Duration.ofSeconds(3);
    /** For the write that waits, and a slow machine. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    @Test
    @DisplayName("G1 H8: at the deadline the call ends, its upstream connection is closed and its record is written")
    void endsAtItsDeadline() throws Exception {
        // Given
        String[] limits = {"deadline: " + DEADLINE.toSeconds() + "s", "firstToken: 2s", "attemptTimeout: 3s"};
        FaultBed bed = FaultBed.on(FaultBed.setup("{ minimumCalls: 1000, window: 1000 }")
                        .task("stuck", FaultBed.FIRST, limits)
                        .property("server.tomcat.connection-timeout", "4s"))
                .first("answer: " + "much-more-than-any-buffer-takes ".repeat(60_000));
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send("stuck", true, "Hi").readUntil("\r\n\r\n");
            // Then
            FaultBed.within(DEADLINE.plus(GRACE))
                    .until(() -> bed.gateway().records().size() > before);
            JsonNode decision = bed.gateway().records().get(before);
            assertThat(decision.path("outcome").textValue()).isEqualTo("deadline_exceeded");
            assertThat(bed.asked(FaultBed.FIRST).get(0).outcome()).isEqualTo(SimRequest.Outcome.CLIENT_CLOSED);
            LlmComponent llm = bed.gateway().camel().getComponent("llm", LlmComponent.class);
            assertThat(bed.activeCalls()).isZero();
            assertThat(llm.leasedConnections()).isZero();
        }
    }
}
