/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.reload.dryrun.DryRun;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Checks a folder's routes/ and config/ as a gateway does before it brings them into force.",
            "",
            "No gateway has to run, and nothing is opened, called or written: no port, no broker, no provider key.",
            "Each problem is a line:  file:line:column: what is wrong — what to do",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no problems", "1:problems found", "2:wrong usage"})
final class Check implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The folder with routes/ and config/ (default: the one you are in).")
    private Path folder;

    @Option(names = "--json", description = "One JSON object instead of lines.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!Files.isDirectory(folder.resolve("routes"))) {
            throw Failure.usage(
                    "there is no folder " + folder.resolve("routes")
                            + ": name the folder that has routes/ and config/ in it",
                    null);
        }
        DryRun.Result result = run();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(result));
        } else if (result.problems().isEmpty()) {
            out.printf("%d files checked, no problems%n", result.files());
        } else {
            result.problems().forEach(problem -> out.println(line(problem)));
        }
        return result.problems().isEmpty() ? 0 : 1;
    }

    private DryRun.Result run() {
        try {
            return DryRun.check(folder);
        } catch (UncheckedIOException e) {
            throw Failure.usage(e.getMessage(), e);
        }
    }

    private static String line(ConfigException problem) {
        String place = problem.line() > 0 ? ":" + problem.line() + ":" + Math.max(1, problem.column()) : "";
        return shown(problem.file()) + place + ": " + problem.problem() + " — " + problem.fix();
    }

    private static ObjectNode json(DryRun.Result result) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("files", result.files());
        ArrayNode problems = json.putArray("problems");
        for (ConfigException problem : result.problems()) {
            problems.addObject()
                    .put("file", shown(problem.file()))
                    .put("line", problem.line())
                    .put("column", problem.column())
                    .put("problem", problem.problem())
                    .put("fix", problem.fix());
        }
        return json;
    }

    /** As seen from where the command was given, where the file lies below. */
    private static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
    }
}
