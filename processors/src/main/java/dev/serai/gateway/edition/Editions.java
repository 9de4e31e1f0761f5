/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.dispatch.Call;

/** The edition in force, and those before it whose calls have not ended. Thread-safe. */
@Component
public final class Editions {
    private static final String PROPERTY = "SeraiEdition";

    private final Catalogue catalogue;
    private final Unit loose;
    private final List<Edition> alive = new CopyOnWriteArrayList<>();
    private final List<Consumer<Edition>> listeners = new CopyOnWriteArrayList<>();
    private volatile Edition current;

    Editions(Catalogue catalogue, Units units) {
        this.catalogue = catalogue;
        this.loose = units.loose();
    }

    /** Whether calls can be served: there is none in force until all has been loaded. */
    public boolean isOpen() {
        return current != null;
    }

    public Edition current() {
        return current;
    }

    /** From now on calls begin in that one. */
    public void publish(Edition edition) {
        Edition before = current;
        alive.add(edition);
        catalogue.become(edition.deployments());
        current = edition;
        if (before != null) {
            before.retire();
        }
        listeners.forEach(listener -> listener.accept(edition));
    }

    /** Runs for every edition that comes into force, just after. */
    public void onChange(Consumer<Edition> listener) {
        listeners.add(listener);
        if (current != null) {
            listener.accept(current);
        }
    }

    /** Those in which calls are under way or may begin. */
    public List<Edition> alive() {
        alive.removeIf(Edition::isOver);
        return List.copyOf(alive);
    }

    /**
     * An exchange begins in the current edition, and stays in it until it is done.
     *
     * @param ended runs when it is
     */
    public Edition enter(Exchange exchange, Runnable ended) {
        Edition edition = current;
        while (!edition.hold()) {
            edition = current;
        }
        Edition held = edition;
        exchange.setProperty(PROPERTY, held);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                held.release();
                ended.run();
            }

            @Override
            public boolean allowHandover() {
                return false;
            }
        });
        return held;
    }

    /** The edition of an exchange or a copy of one; for what outlives its call, such as a shadow, the current one. */
    public Edition of(Exchange exchange) {
        Edition edition = exchange.getProperty(PROPERTY, Edition.class);
        return edition == null || edition.isOver() ? current : edition;
    }

    /** The same of a call. */
    public Edition of(Call call) {
        return call.edition() == null ? current : call.edition();
    }

    /** The route that an exchange means by that name, or null. */
    public AsyncProcessor flow(Exchange exchange, String name) {
        Edition edition = of(exchange);
        AsyncProcessor flow = edition == null ? null : edition.flow(name);
        return flow == null ? loose.flows().get(name) : flow;
    }
}
