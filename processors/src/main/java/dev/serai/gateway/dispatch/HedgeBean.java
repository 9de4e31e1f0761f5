/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.Durations;
import dev.serai.gateway.deployment.Capacity;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Selection;
import dev.serai.gateway.dispatch.PatternListener.Hedge;
import dev.serai.llm.LlmException;

/** What the pattern {@code hedge} calls: when a second attempt is due, and whether it may begin. Thread-safe. */
@Component("hedge")
public final class HedgeBean {
    /** Whether the second lane is to ask a deployment. */
    public static final String DUE = "SeraiHedge";

    private static final String LEAD = "SeraiLead";

    private final Map<String, HedgeBudget> budgets = new ConcurrentHashMap<>();
    private final Selection selection;
    private final Capacity capacity;
    private final Latencies latencies;
    private final PatternListener listener;

    HedgeBean(Selection selection, Capacity capacity, Latencies latencies, PatternListener listener) {
        this.selection = selection;
        this.capacity = capacity;
        this.latencies = latencies;
        this.listener = listener;
    }

    /**
     * Chooses those of the named deployments that may serve the call, the first of them to be asked at once.
     *
     * @param share of the task's calls that may hedge, from 0 to 1
     */
    public void begin(Exchange exchange, String names, double share) throws LlmException {
        Call call = Call.of(exchange);
        List<Deployment> chosen = AttemptsBean.eligible(selection, call, names);
        budget(call).earn(share);
        AttemptsBean.choose(exchange, chosen);
        exchange.setProperty(LEAD, chosen.get(0));
        exchange.setProperty(Lane.PROPERTY, new Lane(new Race(call, 1), Attempt.Role.REGULAR));
    }

    /**
     * Waits until the newest attempt of the other lane has been under way for so long, and says in {@link #DUE} whether one
     * more is to begin. It is not where the race has been decided by then.
     *
     * @param after a duration, or {@code p95} or {@code p99} of what the first deployment's model takes on this task
     */
    public void await(Exchange exchange, String after) throws InterruptedException {
        Race race = Lane.of(exchange).race();
        exchange.setProperty(DUE, false);
        Optional<Duration> delay = delay(exchange, after);
        if (delay.isEmpty()) {
            return;
        }
        Duration left = delay.get();
        while (left.isPositive()) {
            if (race.awaitClosed(left)) {
                return;
            }
            left = delay.get().minus(race.sinceLastBegan());
        }
        if (!AttemptsBean.remaining(exchange).isEmpty()) {
            start(exchange, race);
        }
    }

    private void start(Exchange exchange, Race race) {
        Call call = Call.of(exchange);
        Deque<Deployment> remaining = AttemptsBean.remaining(exchange);
        Hedge result = Hedge.NO_CAPACITY;
        if (call.attempts().hasRoom(0) && remaining.stream().anyMatch(capacity::isSpare)) {
            result = budget(call).spend() ? Hedge.STARTED : Hedge.NO_BUDGET;
        }
        listener.hedgeDue(call, result);
        if (result == Hedge.STARTED && race.join()) {
            // the other lane may take one at the same time, when its own has failed
            remaining.stream()
                    .filter(deployment -> capacity.isSpare(deployment) && remaining.remove(deployment))
                    .findFirst()
                    .ifPresentOrElse(deployment -> ask(exchange, race, deployment), race::leave);
        }
    }

    private static void ask(Exchange exchange, Race race, Deployment deployment) {
        AttemptsBean.next(exchange, deployment);
        exchange.setProperty(Lane.PROPERTY, new Lane(race, Attempt.Role.HEDGE));
        exchange.setProperty(DUE, true);
    }

    private Optional<Duration> delay(Exchange exchange, String after) {
        Deployment lead = exchange.getProperty(LEAD, Deployment.class);
        return switch (after) {
            case "p95" -> latencies.percentile(Call.of(exchange), lead, 95);
            case "p99" -> latencies.percentile(Call.of(exchange), lead, 99);
            default -> Optional.of(Durations.parse(after));
        };
    }

    private HedgeBudget budget(Call call) {
        return budgets.computeIfAbsent(call.task().name(), task -> new HedgeBudget());
    }
}
