/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Inbound;
import dev.serai.llm.LlmException;

/** Finds out who is calling. Thread-safe. */
@Component("identify")
public final class Identify implements Processor {
    private final Authenticator authenticator;
    private final KeyCheck keys;

    Identify(Authenticator authenticator, KeyCheck keys) {
        this.authenticator = authenticator;
        this.keys = keys;
    }

    @Override
    public void process(Exchange exchange) throws LlmException {
        Inbound inbound = Doors.inbound(exchange);
        Call call = Call.of(exchange);
        CallerDirectory callers = call.edition().callers();
        call.identify(
                authenticator.authenticate(key -> keys.find(callers, key), inbound.header(), inbound.remoteAddress()));
    }
}
