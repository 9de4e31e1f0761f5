/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import org.apache.camel.Exchange;

/** Calls that are given an answer which was made for another call: their own task and deployments have no part in it. */
public final class Given {
    /** The exchange property that says the body is such an answer. */
    public static final String PROPERTY = "SeraiAnswerGiven";

    private Given() {}

    /** Makes it the answer of the exchange's call: what is left of the gateway's route is not done for it. */
    public static void answer(Exchange exchange, Object body) {
        exchange.setProperty(PROPERTY, true);
        exchange.getMessage().setBody(body);
    }

    public static boolean is(Call call) {
        return Repeat.isGiven(call) || CacheUse.isHit(call) || SharedAnswer.joinedBy(call) != null;
    }
}
