/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;

/**
 * Takes a place on this instance for a call, which keeps it to its end. A count of tokens needs none: it is short, and asks no
 * model for an answer. Thread-safe.
 */
@Component("await-place")
public final class AwaitPlace implements Processor {
    private final InstancePlaces places;
    private final OverloadListener listener;

    AwaitPlace(InstancePlaces places, OverloadListener listener) {
        this.places = places;
        this.listener = listener;
    }

    @Override
    public void process(Exchange exchange) throws LlmException, InterruptedException {
        Call call = Call.of(exchange);
        if (call.request().operation() == Operation.COUNT_TOKENS) {
            return;
        }
        long began = System.nanoTime();
        try {
            Place place = places.take(call);
            call.onClose(place::release);
            listener.admitted(call, waited(call, began));
        } catch (LlmException e) {
            waited(call, began);
            if (e.errorClass() == ErrorClass.OVERLOADED) {
                listener.refused(call, e.code());
            }
            throw e;
        }
    }

    private static Duration waited(Call call, long began) {
        Duration waited = Duration.ofNanos(System.nanoTime() - began);
        call.part(QueueTime.class, () -> new QueueTime(Claim.priority(call), waited.toMillis()));
        return waited;
    }
}
