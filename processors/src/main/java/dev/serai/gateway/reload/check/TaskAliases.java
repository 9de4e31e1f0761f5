/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.HashMap;
import java.util.Map;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;
import dev.serai.gateway.task.TaskContract;

/** An alias means one task: it is no other's name or alias, and no deployment's name. */
final class TaskAliases implements RouteRule {
    private static final String ALIASES = "aliases";

    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        Map<String, String> taken = new HashMap<>();
        scope.deployments().all().forEach(deployment -> taken.put(deployment.name(), "a deployment's name"));
        routes.tasks().forEach(task -> taken.put(name(task), "a task's name"));
        routes.tasks().forEach(task -> problems.collect(() -> check(task, scope, taken)));
    }

    private static void check(Flow task, Scope scope, Map<String, String> taken) {
        TaskContract contract;
        try {
            contract = TaskContracts.read(task, scope);
        } catch (ConfigException e) { // said by the rule of contracts
            return;
        }
        for (String alias : contract.aliases()) {
            String other = taken.putIfAbsent(alias, "an alias of '" + name(task) + "'");
            if (other != null) {
                throw task.from()
                        .orElseThrow()
                        .parameterError(
                                ALIASES,
                                "task '" + name(task) + "': the alias '" + alias + "' is " + other + " already",
                                "choose another alias, or remove it");
            }
        }
    }

    private static String name(Flow task) {
        return task.from().orElseThrow().name();
    }
}
