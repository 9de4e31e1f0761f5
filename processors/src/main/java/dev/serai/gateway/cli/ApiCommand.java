/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.JsonNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command over the admin API: one question, and a table of the answer. */
@Command(
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:refused, or no gateway answers", "2:wrong usage"})
abstract class ApiCommand implements Callable<Integer> {
    @Mixin
    private Connection connection;

    @Option(names = "--json", description = "The answer of the API as it came.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    abstract JsonNode ask(AdminApi api);

    abstract void show(JsonNode answer, PrintWriter out);

    /** 0, or 1 where the answer is no good news. */
    int code(JsonNode answer) {
        return 0;
    }

    @Override
    public final Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        return json ? tellJson(connection.open(), out) : tell(connection.open(), out);
    }

    private int tellJson(AdminApi api, PrintWriter out) {
        JsonNode answer = ask(api);
        out.println(answer);
        return code(answer);
    }

    /** For people; the exit code. */
    int tell(AdminApi api, PrintWriter out) {
        JsonNode answer = ask(api);
        show(answer, out);
        return code(answer);
    }
}
