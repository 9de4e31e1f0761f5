/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.llm.LlmException;
import dev.serai.llm.LlmResponse;
import dev.serai.llm.LlmStream;

/**
 * What patterns with several lanes call, and how the results of the lanes become one: the answer, or what is most worth
 * telling of their failures. Thread-safe, stateless.
 */
@Component("race")
public final class RaceBean implements AggregationStrategy {
    /** One element for each lane that is to begin. */
    public static final String LANES = "SeraiLanes";

    private final Selection selection;

    RaceBean(Selection selection) {
        this.selection = selection;
    }

    /** The threads of lanes: virtual, so that a lane that waits costs nothing. */
    @Bean(name = "lanes", destroyMethod = "shutdown")
    static ExecutorService lanes() {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("serai-lane-", 0).factory());
    }

    /**
     * Chooses those of the named deployments that may serve the call, and begins a lane for each, within the cap on attempts.
     *
     * @param most lanes at a time; the other deployments are asked when one has failed
     */
    public void begin(Exchange exchange, String names, int most) throws LlmException {
        Call call = Call.of(exchange);
        List<Deployment> chosen = AttemptsBean.eligible(selection, call, names);
        int lanes = Math.max(
                1, Math.min(Math.min(most, chosen.size()), call.attempts().room()));
        AttemptsBean.choose(exchange, chosen);
        exchange.setProperty(Lane.PROPERTY, new Lane(new Race(call, lanes), Attempt.Role.REGULAR));
        exchange.setProperty(LANES, IntStream.rangeClosed(1, lanes).boxed().toList());
    }

    @Override
    public Exchange aggregate(Exchange before, Exchange lane) {
        if (before == null || isAnswer(lane)) {
            return lane;
        }
        if (isAnswer(before) || lane.getException() == null) {
            return before;
        }
        LlmException earlier = LlmException.within(before.getException());
        LlmException later = LlmException.within(lane.getException());
        if (earlier == null || later == null) {
            return before.getException() == null ? lane : before;
        }
        return Telling.more(earlier, later) == later ? lane : before;
    }

    @Override
    public void onCompletion(Exchange result, Exchange input) {
        if (result != null) {
            AttemptsBean.forget(result);
        }
        AttemptsBean.forget(input);
    }

    private static boolean isAnswer(Exchange lane) {
        Object body = lane.getMessage().getBody();
        return lane.getException() == null && (body instanceof LlmResponse || body instanceof LlmStream);
    }
}
