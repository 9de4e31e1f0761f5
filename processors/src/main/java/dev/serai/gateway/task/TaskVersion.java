/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.List;

import org.apache.camel.AsyncProcessor;

import dev.serai.gateway.identity.Caller;

/**
 * One version of a task: its contract and the route that fulfils it. Immutable.
 *
 * @param profileVersion hash of all that changes the output
 * @param routeVersion   which version it is, e.g. {@code v3-1f0c5d2ab9e4}: its number and the hash of what it was built of
 * @param deployments    those that its route and its patterns name, in that order
 * @param route          null for the contract of pinned calls that name no task
 */
public record TaskVersion(
        String name,
        TaskContract contract,
        String profileVersion,
        String routeVersion,
        List<String> deployments,
        AsyncProcessor route) {

    /** The same, known as that version. */
    public TaskVersion as(String id) {
        return new TaskVersion(name, contract, profileVersion, id, deployments, route);
    }

    /** Whether the caller may know that this task exists. */
    public boolean visibleTo(Caller caller) {
        return contract.exposure() == TaskContract.Exposure.PRODUCT && caller.mayCall(name);
    }
}
