/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.sim.SimRequest.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A simulated provider of its own for each test. */
abstract class SimBed {
    protected SimServer server;

    @BeforeEach
    final void start() throws Exception {
        server = SimServer.start();
    }

    @AfterEach
    final void stop() {
        server.close();
    }

    /** A client of a model that says six words, and does what the options say. */
    protected final SimClient sixWords(Dialect dialect, Map<String, String> options) {
        server.mount("m", SimScript.of(Map.of("tokens", "6")).with(options));
        return new SimClient(server, "m", dialect);
    }

    /** Waits until the last request has ended so, after that many tokens. */
    protected final void ended(Outcome outcome, int tokens) {
        await().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
            List<SimRequest> requests = server.journal().requests();
            SimRequest last = requests.get(requests.size() - 1);
            assertThat(last.outcome()).isEqualTo(outcome);
            assertThat(last.tokensSent()).isEqualTo(tokens);
            assertThat(last.ended()).isNotNull();
        });
    }
}
