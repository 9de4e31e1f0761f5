/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/**
 * How long each model has lately taken on each task: streams to their first content, other answers and streams that are
 * buffered until they were whole.
 * Thread-safe; there are as many entries as tasks have models.
 */
@Component
final class Latencies implements AttemptListener {
    private final Map<Key, LatencyWindow> windows = new ConcurrentHashMap<>();

    private record Key(String task, String provider, String model, boolean stream) {
        static Key of(Call call, Deployment deployment) {
            return new Key(call.task().name(), deployment.provider(), deployment.model(), call.isStream());
        }
    }

    /** What that percentage of the latest answers did not take longer than; empty while too few have been seen. */
    Optional<Duration> percentile(Call call, Deployment deployment, int percentage) {
        LatencyWindow window = windows.get(Key.of(call, deployment));
        return window == null ? Optional.empty() : window.percentile(percentage);
    }

    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        if (attempt.drill() != null || Aside.of(call) != null) {
            return;
        }
        LlmException failure = attempt.failure();
        Long answered = answersWithFirstContent(call)
                ? attempt.firstTokenMillis()
                : failure == null ? attempt.durationMillis() : null;
        LatencyWindow window = windows.computeIfAbsent(Key.of(call, deployment), key -> new LatencyWindow());
        if (answered != null) {
            window.add(answered);
        } else if (attempt.lost() || failure != null && failure.errorClass() == ErrorClass.DEADLINE_EXCEEDED) {
            window.addAtLeast(attempt.durationMillis());
        }
    }

    /** What decides a race between two of them. */
    private static boolean answersWithFirstContent(Call call) {
        return call.isStream() && !HeldBack.is(call);
    }
}
