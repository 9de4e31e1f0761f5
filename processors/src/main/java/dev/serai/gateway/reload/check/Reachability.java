/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Eligibility;
import dev.serai.gateway.deployment.Eligibility.Drop;
import dev.serai.gateway.dispatch.Attempt;
import dev.serai.gateway.judge.JudgePrompt;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;
import dev.serai.gateway.task.TaskContract;

/**
 * A task names no deployment that its own contract rules out for good: such a fallback looks like one and never answers.
 * Whether a deployment has its key, or is healthy, is not asked: that can change.
 */
final class Reachability implements RouteRule {
    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        routes.tasks().forEach(task -> check(task, routes, scope, problems));
    }

    private static void check(Flow task, RouteSet routes, Scope scope, Problems problems) {
        TaskContract contract;
        try {
            contract = TaskContracts.read(task, scope);
        } catch (ConfigException e) { // another rule reports it
            return;
        }
        Map<DeploymentUse, Drop> dropped = new LinkedHashMap<>();
        List<DeploymentUse> kept = new ArrayList<>();
        for (Flow flow : routes.reach(task)) {
            for (DeploymentUse use : DeploymentUse.in(flow, routes, scope)) {
                Optional<Deployment> deployment = scope.deployments().find(use.name());
                if (deployment.isPresent()) {
                    Eligibility.byContract(rules(contract, use), deployment.get())
                            .ifPresentOrElse(drop -> dropped.put(use, drop), () -> kept.add(use));
                }
            }
        }
        String name = task.from().orElseThrow().name();
        if (kept.isEmpty() && !dropped.isEmpty()) {
            problems.add(nobody(task, dropped));
        } else {
            dropped.forEach((use, drop) -> problems.add(unreachable(name, use, drop)));
        }
    }

    private static TaskContract rules(TaskContract contract, DeploymentUse use) {
        return use.role() == Attempt.Role.JUDGE ? contract.aside(JudgePrompt.FORM) : contract;
    }

    private static ConfigException nobody(Flow task, Map<DeploymentUse, Drop> dropped) {
        String reasons = dropped.entrySet().stream()
                .map(entry -> entry.getKey().name() + " (" + reason(entry.getValue()) + ")")
                .distinct()
                .collect(Collectors.joining(", "));
        EndpointUse from = task.from().orElseThrow();
        return from.error(
                "task '" + from.name() + "': its contract rules out every deployment that it names: " + reasons,
                "loosen the contract, or name deployments that fulfil it");
    }

    private static ConfigException unreachable(String task, DeploymentUse use, Drop drop) {
        String problem = "task '" + task + "' can never reach the deployment '" + use.name() + "': " + reason(drop);
        return use.error(problem, fix(drop, use.name()));
    }

    private static String reason(Drop drop) {
        return switch (drop.reason()) {
            case CAPABILITY -> "it lacks " + drop.detail() + ", which the task requires";
            case REGION -> "its region " + drop.detail() + " is none of the task's regions";
            case DATA_CLASS -> "it is not cleared for the data class " + drop.detail();
            case RETENTION -> "it keeps data for " + drop.detail() + ", longer than the task's maxRetention";
            default -> drop.reason().code() + (drop.detail() == null ? "" : " " + drop.detail());
        };
    }

    private static String fix(Drop drop, String name) {
        String parameter =
                switch (drop.reason()) {
                    case CAPABILITY -> "requires (or outputSchema, operation)";
                    case REGION -> "regions";
                    case DATA_CLASS -> "dataClass";
                    case RETENTION -> "maxRetention";
                    default -> "the contract";
                };
        return "take '" + name + "' out of the route, or change " + parameter + " of the task";
    }
}
