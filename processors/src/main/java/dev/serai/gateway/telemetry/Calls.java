/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.time.Duration;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Given;
import dev.serai.gateway.door.ClientWatch;
import dev.serai.gateway.ledger.funds.Settling;
import dev.serai.gateway.version.Fault;
import dev.serai.gateway.version.Version;
import dev.serai.gateway.version.VersionCounts;
import dev.serai.llm.LlmException;

/**
 * The last thing that happens to a call, by the bean name {@code calls}: after the last byte its limits are released and
 * its record becomes the message. Thread-safe, stateless.
 */
@Component("calls")
public final class Calls {
    /** More than an aborted request, or the end of a body after its last event, needs. */
    private static final Duration LAST_ATTEMPT = Duration.ofSeconds(10);

    private final ObjectMapper mapper = JsonMapper.builder().build();
    private final Meters meters;
    private final VersionCounts versions;
    private final Settling settling;

    Calls(Meters meters, VersionCounts versions, Settling settling) {
        this.meters = meters;
        this.versions = versions;
        this.settling = settling;
    }

    /** Counts a call that a door has opened. */
    public void opened(Exchange exchange) {
        meters.opened();
    }

    /**
     * Closes the exchange's call; the body is then its {@link DecisionRecord}, or null where it had been closed before, or a
     * shadow is still under way.
     */
    public void close(Exchange exchange) {
        Call call = Call.of(exchange);
        if (!call.close()) {
            exchange.getMessage().setBody(null);
            return;
        }
        if (call.outcome() == null) {
            // nothing ended it: the client left while the answer was being written
            call.failed(ClientWatch.clientGone());
        }
        call.awaitWork(LAST_ATTEMPT);
        meters.closed(call);
        count(call);
        settled(exchange, call);
    }

    private void count(Call call) {
        // an answer that was made for another call says nothing of the version
        int sequence = call.task() == null || Given.is(call)
                ? 0
                : Version.sequence(call.task().routeVersion());
        if (sequence > 0) {
            LlmException failure = call.outcome().failure();
            boolean asked = !call.attempts().asked().isEmpty();
            versions.ended(
                    call.task().name(), sequence, Fault.of(failure == null ? null : failure.errorClass(), asked));
        }
    }

    /** A shadow of a call has ended; the body is then the call's record, where that had waited for it, or else null. */
    public void shadowEnded(Exchange exchange) {
        settled(exchange, Call.of(exchange));
    }

    private void settled(Exchange exchange, Call call) {
        if (!call.settled()) {
            exchange.getMessage().setBody(null);
            return;
        }
        settling.settle(call);
        exchange.getMessage().setBody(DecisionRecord.of(call));
    }

    /** A record as one line of JSON. */
    public String json(DecisionRecord decision) throws JsonProcessingException {
        return mapper.writeValueAsString(decision);
    }
}
