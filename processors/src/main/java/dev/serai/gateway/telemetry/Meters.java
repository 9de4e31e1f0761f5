/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.overload.OverloadListener;
import dev.serai.gateway.deployment.AttemptListener;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.dispatch.Judgement;
import dev.serai.gateway.dispatch.PatternListener;
import dev.serai.llm.Operation;
import dev.serai.llm.Usage;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/** Counts calls and attempts. Labels are task, model, provider and outcome: few values each, nothing of a caller. */
@Component
public final class Meters implements AttemptListener, PatternListener, OverloadListener {
    private final MeterRegistry registry;
    private final AtomicInteger active = new AtomicInteger();
    private final Map<Metric, Meter.MeterProvider<Timer>> timers = new EnumMap<>(Metric.class);
    private final Meter.MeterProvider<DistributionSummary> tokens;
    private final Meter.MeterProvider<DistributionSummary> scores;

    Meters(MeterRegistry registry) {
        this.registry = registry;
        for (Metric metric :
                List.of(Metric.CALLS, Metric.FIRST_CONTENT, Metric.ATTEMPTS, Metric.FIRST_TOKEN, Metric.QUEUE_TIME)) {
            timers.put(metric, timers(registry, metric));
        }
        this.tokens = DistributionSummary.builder(Metric.TOKENS.meter())
                .description(Metric.TOKENS.description())
                .withRegistry(registry);
        this.scores = DistributionSummary.builder(Metric.JUDGE_SCORE.meter())
                .description(Metric.JUDGE_SCORE.description())
                .serviceLevelObjectives(
                        IntStream.rangeClosed(1, 10).asDoubleStream().toArray())
                .withRegistry(registry);
        Gauge.builder(Metric.CALLS_ACTIVE.meter(), active, AtomicInteger::get)
                .description(Metric.CALLS_ACTIVE.description())
                .register(registry);
    }

    void opened() {
        active.incrementAndGet();
    }

    void closed(Call call) {
        active.decrementAndGet();
        String task = call.task() == null ? "none" : call.task().name();
        String outcome = call.outcome() == null ? "cancelled" : call.outcome().code();
        timer(Metric.CALLS, task, call.door(), outcome).record(call.elapsedNanos(), TimeUnit.NANOSECONDS);
        if (call.firstContentMillis() != null) {
            timer(Metric.FIRST_CONTENT, task).record(Duration.ofMillis(call.firstContentMillis()));
        }
        long deployments = call.attempts().asked().stream()
                .map(Attempt::deployment)
                .distinct()
                .count();
        if (deployments > 1) {
            counter(Metric.FALLBACKS, task).increment();
        }
    }

    /** A count of tokens generates nothing: its times would blur the model's, as a drill's would. */
    @Override
    public void ended(Call call, Deployment deployment, Attempt attempt) {
        if (call.request().operation() == Operation.COUNT_TOKENS) {
            return;
        }
        String task = call.task().name();
        String model = deployment.model();
        String provider = deployment.provider();
        boolean drill = attempt.drill() != null;
        timer(Metric.ATTEMPTS, task, model, provider, drill ? "drill" : attempt.outcome())
                .record(Duration.ofMillis(attempt.durationMillis()));
        if (drill) {
            return;
        }
        if (attempt.firstTokenMillis() != null) {
            timer(Metric.FIRST_TOKEN, task, model, provider).record(Duration.ofMillis(attempt.firstTokenMillis()));
        }
        if (attempt.skippedEvents() > 0) {
            counter(Metric.EVENTS_SKIPPED, provider).increment(attempt.skippedEvents());
        }
        if (attempt.cost() != null) {
            counter(Metric.COST, task, model, provider, attempt.outcome())
                    .increment(attempt.cost().doubleValue());
        }
        Usage usage = attempt.usage();
        if (usage != null && !attempt.usageEstimated()) {
            tokens(task, model, provider, "input", usage.promptTokens());
            tokens(task, model, provider, "output", usage.completionTokens());
        }
    }

    @Override
    public void hedgeDue(Call call, Hedge result) {
        counter(Metric.HEDGES, call.task().name(), result.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void shadowDropped(Call call, String deployment) {
        counter(Metric.SHADOWS_DROPPED, call.task().name(), deployment).increment();
    }

    @Override
    public void judged(Call call, String model, int score) {
        scores.withTags(tags(Metric.JUDGE_SCORE, call.task().name(), model)).record(score);
    }

    @Override
    public void concluded(Call call, Judgement.Confidence confidence) {
        counter(Metric.CONFIDENCE, call.task().name(), confidence.code()).increment();
    }

    @Override
    public void judgeDropped(Call call) {
        counter(Metric.JUDGE_DROPPED, call.task().name()).increment();
    }

    @Override
    public void admitted(Call call, Duration waited) {
        timer(Metric.QUEUE_TIME, call.task().name()).record(waited);
    }

    @Override
    public void refused(Call call, String why) {
        counter(Metric.REFUSED, call.task().name(), why).increment();
    }

    private void tokens(String task, String model, String provider, String type, long count) {
        tokens.withTags(tags(Metric.TOKENS, task, model, provider, type)).record(count);
    }

    Counter counter(Metric metric, String... values) {
        return Counter.builder(metric.meter())
                .description(metric.description())
                .tags(tags(metric, values))
                .register(registry);
    }

    private Timer timer(Metric metric, String... values) {
        return timers.get(metric).withTags(tags(metric, values));
    }

    private static Meter.MeterProvider<Timer> timers(MeterRegistry registry, Metric metric) {
        return Timer.builder(metric.meter())
                .description(metric.description())
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(5))
                .withRegistry(registry);
    }

    private static Tags tags(Metric metric, String... values) {
        String[] names = metric.tags();
        Tags tags = Tags.empty();
        for (int i = 0; i < names.length; i++) {
            tags = tags.and(names[i], values[i]);
        }
        return tags;
    }
}
