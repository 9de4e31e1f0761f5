/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.OverloadBed.Who;

import static org.assertj.core.api.Assertions.assertThat;

/** A deployment that has as many attempts as it takes (E7, K2). */
class FullDeploymentTest {
    private OverloadBed bed;
    private RawClient holder;

    @BeforeEach
    void oneIsTaken() throws Exception {
        bed = new OverloadBed();
        bed.silence("one-at-a-time");
        holder = bed.holds("narrow");
        OverloadBed.within().until(() -> bed.inUse("one-at-a-time") == 1);
    }

    @AfterEach
    void everyPlaceIsFreeAgain() throws Exception {
        bed.close();
    }

    @Test
    @DisplayName("E7 K2: the next deployment is asked at once, and the record says why")
    void hops() throws Exception {
        // When
        GatewayClient.Reply reply = bed.client(Who.NORMAL).chat("narrow-then-wide", false);
        // Then
        assertThat(reply.status()).isEqualTo(200);
        JsonNode entry = bed.gateway().awaitRecord(reply.requestId());
        assertThat(FaultBed.attempts(entry)).containsExactly("quick ok");
        assertThat(entry.at("/candidates/0/deployment").textValue()).isEqualTo("one-at-a-time");
        assertThat(entry.at("/candidates/0/reason").textValue()).isEqualTo("overloaded");
    }

    @Test
    @DisplayName("K2: where no other deployment is left, a place is waited for, and then the call is served")
    void waits() throws Exception {
        // Given
        CompletableFuture<GatewayClient.Reply> waiting = bed.client(Who.NORMAL).chatAsync("narrow", true, "Hi");
        OverloadBed.within().until(() -> bed.waitingFor("one-at-a-time") == 1);
        // When
        holder.close();
        // Then
        GatewayClient.Reply reply = waiting.join();
        assertThat(reply.isDone()).isTrue();
        JsonNode entry = bed.gateway().awaitRecord(reply.requestId());
        assertThat(FaultBed.attempts(entry)).containsExactly("one-at-a-time ok");
        assertThat(entry.path("candidates")).isEmpty();
    }

    @Test
    @DisplayName("I3 K2: a lane of a race waits for its place too, and is served")
    void waitsInARace() throws Exception {
        // Given
        CompletableFuture<GatewayClient.Reply> waiting = bed.client(Who.NORMAL).chatAsync("hedged", false, "Hi");
        OverloadBed.within().until(() -> bed.waitingFor("one-at-a-time") == 1);
        // When
        holder.close();
        // Then
        GatewayClient.Reply reply = waiting.join();
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    @Test
    @DisplayName("K2 H5: a client that leaves while it waits for a deployment gives up both of its places")
    void leaves() throws Exception {
        // Given
        RawClient waiting = bed.holds("narrow");
        OverloadBed.within().until(() -> bed.waitingFor("one-at-a-time") == 1);
        // When
        waiting.close();
        // Then
        OverloadBed.within()
                .until(() ->
                        bed.waitingFor("one-at-a-time") == 0 && bed.places().inUse() == 1);
    }
}
