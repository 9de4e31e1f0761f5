/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that sets a kill switch or takes it back, and shows it. */
abstract class KillSwitch extends ApiCommand {
    private final String method;

    @Parameters(index = "0", paramLabel = "KIND", description = "caller, task, deployment or provider.")
    private String kind;

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name.")
    private String name;

    @Mixin
    private Reason reason;

    KillSwitch(String method) {
        this.method = method;
    }

    @Override
    final JsonNode ask(AdminApi api) {
        return api.send(method, reason.body(), "kill-switches", kind, name);
    }

    @Override
    final void show(JsonNode answer, PrintWriter out) {
        KillSwitches.TABLE.printOne(answer, out);
    }
}
