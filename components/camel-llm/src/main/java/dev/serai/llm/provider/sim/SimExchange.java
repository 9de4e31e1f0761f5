/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.time.Instant;
import java.util.Map;

import dev.serai.llm.provider.sim.SimRequest.Outcome;

/** A request in the journal while it is served. Written by its connection's thread, read by any. */
final class SimExchange {
    private final SimRequest received;
    private volatile int status;
    private volatile int tokensSent;
    private volatile End end = new End(Outcome.RUNNING, null);

    SimExchange(SimMount.Take take, SimDialect dialect, WireRequest request, boolean stream) {
        Map<String, String> headers = request.maskedHeaders();
        this.received = new SimRequest(
                take.mount(),
                take.attempt(),
                dialect.dialect().code(),
                stream,
                headers,
                request.body(),
                Instant.now(),
                0,
                Outcome.RUNNING,
                null,
                0);
    }

    int size() {
        return received.body().length;
    }

    int tokensSent() {
        return tokensSent;
    }

    void status(int value) {
        status = value;
    }

    void tokensSent(int value) {
        tokensSent = value;
    }

    void end(Outcome outcome) {
        end = new End(outcome, Instant.now());
    }

    SimRequest snapshot() {
        End now = end;
        return new SimRequest(
                received.mount(),
                received.attempt(),
                received.dialect(),
                received.stream(),
                received.headers(),
                received.body(),
                received.received(),
                status,
                now.outcome,
                now.at,
                tokensSent);
    }

    private record End(Outcome outcome, Instant at) {}
}
