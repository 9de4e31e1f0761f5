/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.headroom;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.TokenEstimate;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.Operation;
import dev.serai.llm.Usage;

/**
 * What this instance has sent to each deployment for each task in the last minute. A request counts when its answer begins or
 * fails; tokens as the provider reports them, and by estimate as long as a stream is under way, or where no report came.
 * Thread-safe; there are as many entries as tasks have deployments.
 */
@Component
final class Traffic implements AttemptListener {
    private final Map<Flow, MinuteWindow> windows = new ConcurrentHashMap<>();
    private final Map<Attempt, Begun> streams = new ConcurrentHashMap<>();
    /** Seconds count from a minute before the start, so that an empty slot is an old one. */
    private final long zero = System.nanoTime() - TimeUnit.MINUTES.toNanos(2);

    private record Begun(Flow flow, long promptTokens) {}

    @Override
    public void streaming(Call call, Deployment deployment, Attempt attempt) {
        if (counts(call, attempt)) {
            Flow flow = Flow.of(call, deployment);
            streams.put(attempt, new Begun(flow, prompt(call)));
            add(flow, 1, 0);
        }
    }

    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        if (counts(call, attempt)) {
            boolean counted = streams.remove(attempt) != null;
            add(Flow.of(call, deployment), counted ? 0 : 1, tokens(call, attempt));
        }
    }

    /** By task and deployment. */
    Map<Flow, Load> lastMinute() {
        Map<Flow, Load> loads = new TreeMap<>();
        long now = now();
        windows.forEach((flow, window) -> loads.put(flow, window.sum(now)));
        streams.forEach((attempt, begun) -> loads.merge(
                begun.flow(),
                new Load(0, begun.promptTokens() + TokenEstimate.ofChars(attempt.textChars())),
                Load::plus));
        loads.values().removeIf(Load::isNone);
        return loads;
    }

    private void add(Flow flow, long requests, long tokens) {
        windows.computeIfAbsent(flow, key -> new MinuteWindow()).add(now(), requests, tokens);
    }

    private long now() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - zero);
    }

    /** A count of tokens has a limit of its own; a drill asks no provider. */
    private static boolean counts(Call call, Attempt attempt) {
        return call.request().operation() != Operation.COUNT_TOKENS && attempt.drill() == null;
    }

    private static long tokens(Call call, Attempt attempt) {
        Usage usage = attempt.usage();
        if (usage != null) {
            return usage.promptTokens() + usage.completionTokens();
        }
        boolean refused = attempt.failure() != null && attempt.firstTokenMillis() == null;
        return refused ? 0 : prompt(call) + TokenEstimate.ofChars(attempt.textChars());
    }

    private static long prompt(Call call) {
        return TokenEstimate.ofChars(call.summary().promptChars());
    }
}
