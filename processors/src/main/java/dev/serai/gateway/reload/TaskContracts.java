/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.task.ContractReader;
import dev.serai.gateway.task.TaskContract;

/** Every task's contract can be read: parameters, prompt, output schema. */
final class TaskContracts implements RouteRule {
    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        routes.tasks().forEach(task -> problems.collect(() -> read(task, scope)));
    }

    /** The contract of a task, or {@link dev.serai.gateway.config.ConfigException} at the parameter that breaks it. */
    static TaskContract read(Flow task, Scope scope) {
        EndpointUse from = task.from().orElseThrow();
        Map<String, String> parameters = new LinkedHashMap<>();
        from.parameters().forEach((key, value) -> parameters.put(key, scope.resolve(value)));
        try {
            Rules.name("name", from.name());
            return new ContractReader(scope.home(), parameters).read();
        } catch (InvalidValueException e) {
            String key = e.key().replaceFirst("[\\[.].*", "");
            String problem = "task '" + from.name() + "': " + e.getMessage();
            throw from.parameters().containsKey(key)
                    ? from.parameterError(key, problem, e.fix())
                    : from.error(problem, e.fix());
        } catch (UncheckedIOException e) {
            String problem = "task '" + from.name() + "': its prompt cannot be read";
            throw from.parameterError("prompt", problem, "check that the file is UTF-8 text and readable");
        }
    }
}
