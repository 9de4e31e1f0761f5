/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.overload.DeploymentPlaces;
import dev.serai.gateway.admission.overload.InstancePlaces;
import dev.serai.gateway.admission.overload.QueueView;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.edition.Editions;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Gauges of places and queues: of the instance, and of all deployments of a model together, which come and go with those. */
@Component
final class PlaceGauges implements MeterBinder {
    private final InstancePlaces instance;
    private final DeploymentPlaces deployments;
    private final Editions editions;

    PlaceGauges(InstancePlaces instance, DeploymentPlaces deployments, Editions editions) {
        this.instance = instance;
        this.deployments = deployments;
        this.editions = editions;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        ofInstance(registry, Metric.PLACES_LIMIT, InstancePlaces::limit);
        ofInstance(registry, Metric.PLACES_USED, InstancePlaces::inUse);
        ofInstance(registry, Metric.PLACES_QUEUED, InstancePlaces::waiting);
        ofInstance(registry, Metric.PLACES_LATE, places -> places.lateness().toNanos() / 1e9);
        ofModels(registry, Metric.DEPLOYMENT_LIMIT, QueueView::limit);
        ofModels(registry, Metric.DEPLOYMENT_USED, QueueView::inUse);
        ofModels(registry, Metric.DEPLOYMENT_QUEUED, QueueView::waiting);
    }

    private void ofInstance(MeterRegistry registry, Metric metric, ToDoubleFunction<InstancePlaces> value) {
        Gauge.builder(metric.meter(), instance, value)
                .description(metric.description())
                .register(registry);
    }

    private void ofModels(MeterRegistry registry, Metric metric, ToIntFunction<QueueView> value) {
        MultiGauge gauge = MultiGauge.builder(metric.meter())
                .description(metric.description())
                .register(registry);
        editions.onChange(edition -> {
            Map<Tags, List<Deployment>> models = edition.deployments().all().stream()
                    .filter(Deployment::usable)
                    .collect(Collectors.groupingBy(deployment -> tags(metric, deployment)));
            gauge.register(
                    models.entrySet().stream()
                            .map(model -> MultiGauge.Row.of(model.getKey(), model.getValue(), of -> sum(of, value)))
                            .toList(),
                    true);
        });
    }

    private static Tags tags(Metric metric, Deployment deployment) {
        return Tags.of(metric.tags()[0], deployment.model(), metric.tags()[1], deployment.provider());
    }

    private int sum(List<Deployment> of, ToIntFunction<QueueView> value) {
        return of.stream()
                .mapToInt(deployment -> value.applyAsInt(deployments.view(deployment)))
                .sum();
    }
}
