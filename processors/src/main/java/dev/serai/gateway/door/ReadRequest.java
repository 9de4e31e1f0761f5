/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/** Reads what the caller asks, in its dialect. A body that cannot be taken ends the call here: nothing was sent. */
@Component("read-request")
public final class ReadRequest implements Processor {
    /** The exchange property that holds the {@link Ask}. */
    public static final String ASK = "SeraiAsk";

    private final Doors doors;

    ReadRequest(Doors doors) {
        this.doors = doors;
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Inbound inbound = Doors.inbound(exchange);
        if (inbound.problem() != null) {
            throw inbound.problem();
        }
        exchange.setProperty(ASK, doors.of(Call.of(exchange)).read(inbound));
    }
}
