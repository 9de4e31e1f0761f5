/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * The one step behind the consumer of a door. The consumer stays while the routes behind it come and go: here the exchange
 * gets its {@link Edition}, and goes on in that edition's route. Thread-safe.
 */
public final class DoorFront extends AsyncProcessorSupport {
    private final String door;
    private final Editions editions;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicLong calls = new AtomicLong();

    /** @param door the id of the door's route as its author wrote it */
    public DoorFront(String door, Editions editions) {
        this.door = door;
        this.editions = editions;
    }

    /** Lets the exchanges through that have waited: an edition with the door is in force. */
    public void open() {
        opened.countDown();
    }

    /** Exchanges that are not done. */
    public long calls() {
        return calls.get();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        calls.incrementAndGet();
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Edition edition = editions.enter(exchange, calls::decrementAndGet);
        AsyncProcessor route = edition.flow("door:" + door);
        if (route != null) {
            return route.process(exchange, callback);
        }
        removed(exchange);
        callback.done(true);
        return true;
    }

    /** It was taken away a moment ago. */
    private void removed(Exchange exchange) {
        if (exchange.getFromEndpoint().getEndpointUri().startsWith("platform-http")) {
            exchange.getMessage().removeHeaders("*");
            exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 404);
            exchange.getMessage().setBody(null);
        } else {
            exchange.setException(new IllegalStateException("the route '" + door + "' was removed"));
        }
    }
}
