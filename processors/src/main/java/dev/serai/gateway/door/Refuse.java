/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.LlmException;

/** Makes what a door's {@code doCatch} has caught the call's answer. Thread-safe, stateless. */
@Component("refuse")
public final class Refuse implements Processor {
    @Override
    public void process(Exchange exchange) {
        Call call = Call.of(exchange);
        LlmException failure = Failures.of(call, exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        call.failed(failure);
        exchange.setProperty(Reply.ANSWER, new Reply.Answer(null, null, failure));
    }
}
