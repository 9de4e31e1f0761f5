/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.stream;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import jakarta.annotation.PreDestroy;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.door.Door;
import dev.serai.gateway.door.Doors;
import dev.serai.gateway.door.Reply;
import dev.serai.llm.LlmException;

/**
 * Runs the gateway route on a thread of its own while the door's thread waits for its outcome. An outcome that comes in
 * time is answered with its real status; a stream that keeps the client waiting gets its headers and heartbeats, while the
 * route may still fail over, since no content has gone out. Thread-safe.
 */
@Component("through-gateway")
public final class StreamBridge implements Processor {
    /** Set to true on the exchange of a door whose streams need no heartbeats, and begin with their first content. */
    public static final String NO_HEARTBEATS = "SeraiNoHeartbeats";

    /** Longer than any call may last. */
    private static final Duration NEVER = Duration.ofDays(1);

    private static final String GATEWAY = "direct:gateway";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ProducerTemplate gateway;
    private final Doors doors;
    private final Duration heartbeat;
    private volatile Endpoint gatewayRoute;

    StreamBridge(ProducerTemplate gateway, Doors doors, @Value("${serai.stream.heartbeat:15s}") Duration heartbeat) {
        this.gateway = gateway;
        this.doors = doors;
        this.heartbeat = heartbeat;
    }

    @Override
    public void process(Exchange exchange) throws InterruptedException {
        Call call = Call.of(exchange);
        Door door = doors.of(call);
        boolean silent = exchange.getProperty(NO_HEARTBEATS, false, Boolean.class);
        Conduit conduit = new Conduit(call, door, silent ? NEVER : heartbeat);
        Exchange inner = copy(exchange);
        Runnable done = call.working();
        threads.execute(() -> run(inner, conduit, done));
        exchange.setProperty(Reply.ANSWER, conduit.await());
    }

    private void run(Exchange inner, Conduit conduit, Runnable done) {
        try {
            Exchange run = gateway.send(gatewayRoute(), inner);
            while (!answered(run, conduit)) {
                run = gateway.send("task:" + Call.of(inner).task().name(), copy(inner));
            }
        } catch (Exception | Error e) {
            conduit.failed(e);
        } finally {
            done.run();
        }
    }

    /** False where the answer broke, and the task has to give another. */
    private static boolean answered(Exchange run, Conduit conduit) throws LlmException, InterruptedException {
        if (run.getException() == null) {
            return conduit.answered(run.getMessage().getBody());
        }
        conduit.failed(run.getException());
        return true;
    }

    private static Exchange copy(Exchange exchange) {
        Exchange copy = new DefaultExchange(exchange.getContext(), exchange.getPattern());
        exchange.getProperties().forEach(copy::setProperty);
        return copy;
    }

    /** Looked up once: by its URI, Camel would normalize the text for every call. */
    private Endpoint gatewayRoute() {
        if (gatewayRoute == null) {
            gatewayRoute = gateway.getCamelContext().getEndpoint(GATEWAY);
        }
        return gatewayRoute;
    }

    @PreDestroy
    void stop() {
        threads.shutdown();
    }
}
