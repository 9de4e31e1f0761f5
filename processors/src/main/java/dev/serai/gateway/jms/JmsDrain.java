/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.util.ArrayList;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * When the gateway stops, the consumers stop first and the calls that they are at work on are answered, as the web server
 * does it for HTTP: once Camel itself is stopping, a call fails at its next step.
 */
@Component
final class JmsDrain implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(JmsDrain.class);
    private static final String SCHEME = "jms:";

    private final ObjectProvider<CamelContext> camel;
    private volatile boolean running;

    /** Takes a provider: Spring would start what this depends on, and Camel has no routes yet. */
    JmsDrain(ObjectProvider<CamelContext> camel) {
        this.camel = camel;
    }

    @Override
    public void start() {
        running = true;
    }

    /** Waits for the calls, for as long as Camel waits at its stop. */
    @Override
    public void stop() {
        running = false;
        List<Thread> stopping = new ArrayList<>();
        CamelContext context = camel.getObject();
        for (Route route : context.getRoutes()) {
            if (route.getEndpoint().getEndpointUri().startsWith(SCHEME)) {
                stopping.add(Thread.ofVirtual().start(() -> stop(context, route.getRouteId())));
            }
        }
        try {
            for (Thread thread : stopping) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(CamelContext camel, String route) {
        try {
            camel.getRouteController().stopRoute(route);
        } catch (Exception e) {
            LOG.atWarn().addKeyValue("routeId", route).setCause(e).log("A JMS route did not stop in time");
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
