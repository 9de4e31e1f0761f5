/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.serai.gateway.identity.Caller;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.Operation;

/** The rules that decide whether a deployment may serve a task at all. Pure functions. */
public final class Eligibility {
    private Eligibility() {}

    /** @param detail what exactly did not fit, or null; never content */
    public record Drop(DropReason reason, String detail) {}

    /** What the contract alone excludes: known when files are loaded. */
    public static Optional<Drop> byContract(TaskContract contract, Deployment deployment) {
        Set<String> missing = new TreeSet<>(contract.requires());
        if (contract.outputSchema() != null) {
            missing.add("json_schema");
        }
        boolean embeds = deployment.capabilities().contains(Capabilities.EMBEDDINGS);
        missing.removeAll(deployment.capabilities());
        if (embeds != (contract.operation() == Operation.EMBEDDINGS)) {
            missing.add(contract.operation().code());
        }
        if (!missing.isEmpty()) {
            return drop(DropReason.CAPABILITY, String.join(",", missing));
        }
        if (!contract.regions().isEmpty() && !contract.regions().contains(deployment.region())) {
            return drop(DropReason.REGION, deployment.region());
        }
        if (!deployment.dataClasses().contains(contract.dataClass())) {
            return drop(DropReason.DATA_CLASS, contract.dataClass());
        }
        if (contract.maxRetention() != null && deployment.retention().compareTo(contract.maxRetention()) > 0) {
            return drop(DropReason.RETENTION, deployment.retention().toString());
        }
        return Optional.empty();
    }

    /** What the caller's own limits exclude. */
    public static Optional<Drop> byCaller(Caller caller, TaskContract contract, Deployment deployment) {
        if (!caller.regions().isEmpty() && !caller.regions().contains(deployment.region())) {
            return drop(DropReason.REGION, deployment.region());
        }
        if (!caller.dataClasses().isEmpty() && !caller.dataClasses().contains(contract.dataClass())) {
            return drop(DropReason.DATA_CLASS, contract.dataClass());
        }
        if (!deployment.allowsTenant(caller.organisation())) {
            return drop(DropReason.TENANT, null);
        }
        return Optional.empty();
    }

    /**
     * What this request excludes.
     *
     * @param features    what it uses
     * @param mayLose     features and fields that the task agrees to lose
     * @param inputTokens estimated
     */
    public static Optional<Drop> byRequest(
            Set<String> features, Set<String> mayLose, long inputTokens, Deployment deployment) {
        for (String feature : features) {
            if (!deployment.capabilities().contains(feature) && !mayLose.contains(feature)) {
                return drop(DropReason.CAPABILITY, feature);
            }
        }
        if (inputTokens >= deployment.contextWindow()) {
            return drop(DropReason.CONTEXT_WINDOW, deployment.contextWindow().toString());
        }
        return Optional.empty();
    }

    private static Optional<Drop> drop(DropReason reason, String detail) {
        return Optional.of(new Drop(reason, detail));
    }
}
