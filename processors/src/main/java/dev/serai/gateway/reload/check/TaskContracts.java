/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.reload.file.EndpointUse;
import dev.serai.gateway.reload.file.Flow;
import dev.serai.gateway.reload.file.RouteSet;
import dev.serai.gateway.task.ContractReader;
import dev.serai.gateway.task.TaskContract;

/** Every task's contract can be read: parameters, prompt, output schema. */
final class TaskContracts implements RouteRule {
    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void check(RouteSet routes, Scope scope, Problems problems) {
        routes.tasks().forEach(task -> problems.collect(() -> read(task, scope)));
    }

    /** The contract of a task, or {@link dev.serai.gateway.config.ConfigException} at the parameter that breaks it. */
    static TaskContract read(Flow task, Scope scope) {
        return read(task, reader(task, scope));
    }

    /** The files that a contract names, with their texts; the contract must be right. */
    static Map<Path, String> files(Flow task, Scope scope) {
        ContractReader reader = reader(task, scope);
        read(task, reader);
        return reader.files();
    }

    private static ContractReader reader(Flow task, Scope scope) {
        Map<String, String> parameters = new LinkedHashMap<>();
        task.from().orElseThrow().parameters().forEach((key, value) -> parameters.put(key, scope.resolve(value)));
        return new ContractReader(scope.texts(), parameters);
    }

    private static TaskContract read(Flow task, ContractReader reader) {
        EndpointUse from = task.from().orElseThrow();
        try {
            Rules.name("name", from.name());
            return reader.read();
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
