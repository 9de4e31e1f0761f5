/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The real jar in a JVM of its own: {@code mvn package && mvn test -Psoak}. Skipped where the jar is not built. */
@Tag("soak")
class ManyStreamsSoakTest {
    private static final int STREAMS = 500;
    private static final Duration LENGTH = Duration.ofSeconds(20);

    @Test
    @DisplayName("H8 U4: 500 streams of 20 s at once on -Xmx512m all complete, none with a word of another's")
    void fiveHundredStreams() throws Exception {
        // Given
        try (JarUnderTest gateway = JarUnderTest.start(StreamLoad.setup(200, "100ms"), "-Xmx512m")) {
            StreamLoad load = new StreamLoad(gateway.baseUrl(), gateway.key(), STREAMS);
            List<String> expected = load.expected();
            long began = System.nanoTime();
            // When
            List<GatewayClient.Reply> replies = load.stream();
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            System.out.printf(
                    "%d streams of %s s: all in %.1f s; %s%n",
                    STREAMS, LENGTH.toSeconds(), took.toMillis() / 1000.0, gateway.memory());
            // Then
            assertThat(new HashSet<>(expected)).hasSize(STREAMS);
            assertThat(replies).allMatch(GatewayClient.Reply::isDone);
            assertThat(replies.stream().map(StreamLoad::text)).isEqualTo(expected);
            assertThat(took).isGreaterThanOrEqualTo(LENGTH.minusSeconds(1)).isLessThan(LENGTH.multipliedBy(2));
            FaultBed.within(Duration.ofSeconds(10)).until(() -> gateway.records() == 2L * STREAMS);
        }
    }
}
