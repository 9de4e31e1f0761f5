/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** What serves of a task after a change. */
final class TaskStates {
    private static final Table TABLE = Table.of(
            "state.task",
            "state.active",
            "state.rollout.version",
            "state.rollout.percent",
            "state.rollBackAt",
            "here.active",
            "here.candidate");

    private TaskStates() {}

    static void print(JsonNode answer, PrintWriter out) {
        TABLE.print(JsonNodeFactory.instance.arrayNode().add(answer), "", out);
    }
}
