/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import dev.serai.gateway.dispatch.Audience;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * Notices within half a second that a client has left, also while nothing is being written to it, and cancels its call
 * where nobody else waits for the answer.
 * One thread looks at all open connections in turn, without blocking.
 */
@Component
public final class ClientWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ClientWatch.class);
    private static final Duration PERIOD = Duration.ofMillis(250);

    private final Set<Watched> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("serai-client-watch").factory());

    ClientWatch() {
        timer.scheduleWithFixedDelay(this::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Watches until the call is closed, which must happen before the container takes the connection back. */
    void watch(Call call, ClientConnection connection) {
        Watched watched = new Watched(call, connection);
        open.add(watched);
        call.onClose(() -> {
            open.remove(watched);
            watched.release();
        });
    }

    /** The failure of a call whose client has left. */
    public static LlmException clientGone() {
        return LlmException.of(ErrorClass.CANCELLED)
                .code("client_gone")
                .detail("the client left")
                .reason("The client closed the connection.")
                .build();
    }

    private void look() {
        for (Watched watched : open) {
            try {
                watched.check();
            } catch (RuntimeException e) {
                // one connection in a strange state must not hide the others
                open.remove(watched);
                LOG.atWarn().setCause(e).log("A look at a client's connection failed");
            }
        }
    }

    @PreDestroy
    void stop() {
        timer.shutdownNow();
    }

    /** A connection is only looked at under its lock, so that the container never recycles it in between. */
    private static final class Watched {
        private final Call call;
        private ClientConnection connection;

        Watched(Call call, ClientConnection connection) {
            this.call = call;
            this.connection = connection;
        }

        void check() {
            boolean gone;
            synchronized (this) {
                gone = connection != null && connection.isClosed();
            }
            if (gone) {
                Audience.clientLeft(call, clientGone());
            }
        }

        synchronized void release() {
            connection = null;
        }
    }
}
