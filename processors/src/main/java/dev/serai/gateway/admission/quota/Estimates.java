/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.quota;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.TokenEstimate;
import dev.serai.gateway.dispatch.Call;
import dev.serai.llm.Operation;

/**
 * How many tokens a call will take, before it is made: its prompt's by its characters, and as long an answer as those of its
 * task have lately been, within what it may be. Thread-safe; it knows as many numbers as there are tasks.
 */
@Component
final class Estimates {
    private static final double FIRST_GUESS = 256;
    private static final double WEIGHT_OF_LATEST = 0.1;

    private final Map<String, Double> lengths = new ConcurrentHashMap<>();

    long input(Call call) {
        return Math.max(1, TokenEstimate.ofChars(call.summary().promptChars()));
    }

    long output(Call call) {
        if (call.request().operation() != Operation.CHAT) {
            return 0;
        }
        long usual = Math.round(lengths.getOrDefault(call.task().name(), FIRST_GUESS));
        return Math.max(1, Math.min(usual, most(call)));
    }

    void learn(String task, long outputTokens) {
        lengths.merge(task, (double) outputTokens, (old, latest) -> old + WEIGHT_OF_LATEST * (latest - old));
    }

    private static long most(Call call) {
        Integer contract = call.request().limits().maxOutputTokens();
        Integer asked = call.summary().maxOutputTokens();
        return Math.min(contract == null ? Integer.MAX_VALUE : contract, asked == null ? Integer.MAX_VALUE : asked);
    }
}
