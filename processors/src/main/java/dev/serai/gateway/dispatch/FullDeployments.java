/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.ArrayDeque;

import org.apache.camel.Exchange;

/**
 * Those that a pattern found full and passed over: where nobody else is left to be asked, they are waited for, the first one
 * first. What is known of them lies in exchange properties.
 */
public final class FullDeployments {
    private static final String FULL = "SeraiFull";
    private static final String WAITS = "SeraiWaits";

    private FullDeployments() {}

    /** A type of its own, because Camel would convert a collection. */
    private static final class Names extends ArrayDeque<String> {
        private static final long serialVersionUID = 1L;
    }

    static void forget(Exchange exchange) {
        exchange.removeProperty(FULL);
        exchange.removeProperty(WAITS);
    }

    static void add(Exchange exchange, String deployment) {
        Names full = (Names) exchange.getProperty(FULL);
        if (full == null) {
            full = new Names();
            exchange.setProperty(FULL, full);
        }
        full.add(deployment);
    }

    /** The next of them to wait for, or null. */
    static String waitForNext(Exchange exchange) {
        Names full = (Names) exchange.getProperty(FULL);
        String next = full == null ? null : full.poll();
        if (next != null) {
            exchange.setProperty(WAITS, next);
            Call.of(exchange).attempts().reconsider(next);
        }
        return next;
    }

    /** Whether a deployment is to be waited for while it is full: the pattern has nobody else, or there is no pattern. */
    public static boolean mayWait(Exchange exchange, String deployment) {
        boolean byPattern = deployment.equals(exchange.getProperty(AttemptsBean.DEPLOYMENT));
        return !Lane.of(exchange).isShadow() && (!byPattern || deployment.equals(exchange.getProperty(WAITS)));
    }
}
