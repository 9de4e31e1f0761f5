/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.util.Set;
import java.util.TreeSet;

import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;

/** Every task that a route calls exists. */
final class TaskNames implements RouteRule {
    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        Set<String> known = new TreeSet<>();
        routes.tasks().forEach(task -> known.add(task.from().orElseThrow().name()));
        for (Flow flow : routes.flows()) {
            for (EndpointUse call : flow.calls()) {
                if (call.scheme().equals("task") && call.isLiteral() && !known.contains(call.name())) {
                    problems.add(call.error(
                            "there is no task '" + call.name() + "'", Spelling.fix(call.name(), "tasks", known)));
                }
            }
        }
    }
}
