/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Capacity;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Eligibility.Drop;
import dev.serai.gateway.deployment.Selection;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmStream;

/**
 * What the pattern {@code shadow} calls: whether a copy of the call is sent, and the end of that copy. A deployment that may
 * not have the data does not get it, and one that is busy is spared. Thread-safe.
 */
@Component("shadow")
public final class ShadowBean {
    /** The deployment that gets a copy; absent where none does. */
    public static final String SHADOW = "SeraiShadow";

    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final Selection selection;
    private final Capacity capacity;
    private final PatternListener listener;

    ShadowBean(Selection selection, Capacity capacity, PatternListener listener) {
        this.selection = selection;
        this.capacity = capacity;
        this.listener = listener;
    }

    /**
     * Says in {@link #SHADOW} whether a copy is sent; an answer that broke and is begun anew has had its own.
     *
     * @param share of the calls, from 0 to 1
     * @param most  copies to that deployment under way at a time, on this instance
     */
    public void choose(Exchange exchange, String name, double share, int most) {
        Call call = Call.of(exchange);
        exchange.removeProperty(SHADOW);
        Optional<Deployment> deployment = selection.find(call, name);
        if (deployment.isEmpty()
                || call.generation() > 1
                || ThreadLocalRandom.current().nextDouble() >= share) {
            return;
        }
        Optional<Drop> drop = selection.check(call, deployment.get());
        if (drop.isPresent()) {
            call.attempts()
                    .dropShadow(name, drop.get().reason().code(), drop.get().detail());
        } else if (capacity.isSpare(deployment.get()) && begin(name, most)) {
            call.shadowBegins();
            exchange.setProperty(SHADOW, name);
        } else {
            listener.shadowDropped(call, name);
        }
    }

    /** Marks the copy: its attempt is the call's shadow. */
    public void mark(Exchange copy) {
        AttemptsBean.forget(copy);
        Lane.shadow(copy);
    }

    /** Reads a streamed answer to its end, as the client of the call does with its own. */
    public void drain(Exchange copy) throws LlmException {
        if (copy.getMessage().getBody() instanceof LlmStream stream) {
            try (stream) {
                while (stream.next() != null) {
                    // nobody gets it
                }
            }
        }
    }

    /** The copy has ended, however it did. */
    public void end(Exchange copy) {
        running(copy.getProperty(SHADOW, String.class)).decrementAndGet();
    }

    private boolean begin(String name, int most) {
        if (running(name).incrementAndGet() <= most) {
            return true;
        }
        running(name).decrementAndGet();
        return false;
    }

    private AtomicInteger running(String name) {
        return running.computeIfAbsent(name, key -> new AtomicInteger());
    }
}
