/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.LlmComponent;

import static org.assertj.core.api.Assertions.assertThat;

/** Many streams at once, small enough for every build; {@link ManyStreamsSoakTest} is the real size (H8). */
class ManyStreamsTest {
    private static final int STREAMS = 100;

    @Test
    @DisplayName("H8: a hundred streams of two seconds all complete, none with a word of another's, and leave nothing")
    void hundredStreams() {
        // Given
        GatewayUnderTest gateway = StreamLoad.setup(40, "50ms").shared();
        StreamLoad load = new StreamLoad(gateway.baseUrl(), gateway.key(), STREAMS);
        List<String> expected = load.expected();
        int records = gateway.recordsAtRest();
        // When
        List<GatewayClient.Reply> replies = load.stream();
        // Then
        assertThat(new HashSet<>(expected)).hasSize(STREAMS);
        assertThat(replies).allMatch(GatewayClient.Reply::isDone);
        assertThat(replies.stream().map(StreamLoad::text)).isEqualTo(expected);
        FaultBed.within(Duration.ofSeconds(5)).until(() -> gateway.records().size() == records + STREAMS);
        LlmComponent llm = gateway.camel().getComponent("llm", LlmComponent.class);
        FaultBed.within(Duration.ofSeconds(3)).until(() -> llm.leasedConnections() == 0);
    }
}
