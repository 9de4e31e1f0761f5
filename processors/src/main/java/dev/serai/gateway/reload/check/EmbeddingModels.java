/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;

/**
 * All deployments of a task for embeddings make vectors of one model: those of another mean nothing beside them, so a
 * fallback to it would spoil what the caller has stored. Simulated ones step aside for real ones and are not asked.
 */
final class EmbeddingModels implements RouteRule {
    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        routes.tasks().forEach(task -> check(task, routes, scope, problems));
    }

    private static void check(Flow task, RouteSet routes, Scope scope, Problems problems) {
        Map<String, String> firstOfModel = new LinkedHashMap<>();
        for (Flow flow : routes.reach(task)) {
            for (DeploymentUse use : DeploymentUse.in(flow, routes, scope)) {
                Optional<Deployment> found = scope.deployments().find(use.name());
                String model = found.map(Deployment::embeddingModel).orElse(null);
                if (model == null || found.get().demo() || !use.answers()) {
                    continue;
                }
                firstOfModel.putIfAbsent(model, use.name());
                Map.Entry<String, String> first =
                        firstOfModel.entrySet().iterator().next();
                if (!first.getKey().equals(model)) {
                    problems.add(problem(task, use, model, first));
                }
            }
        }
    }

    private static ConfigException problem(
            Flow task, DeploymentUse use, String model, Map.Entry<String, String> first) {
        String name = task.from().orElseThrow().name();
        return use.error(
                "task '" + name + "': vectors of '" + use.name() + "' (" + model
                        + ") cannot be compared with those of '" + first.getValue() + "' (" + first.getKey() + ")",
                "name deployments of one model; where the two are the same model under two names, give both the same"
                        + " 'embeddingModel:' in config/deployments.yaml");
    }
}
