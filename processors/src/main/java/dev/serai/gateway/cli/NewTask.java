/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Deployments;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "task",
        mixinStandardHelpOptions = true,
        description = {
            "Writes routes/tasks/NAME.yaml: a task with its most important parameters explained, which answers as it is.",
            "A file that is there already stays as it is.",
            ""
        })
final class NewTask implements Callable<Integer> {
    private static final String SCHEMA = "schemas/task.schema.json";
    /** The class that a new task's data has. */
    private static final String DATA_CLASS = "internal";

    private static final int FEW = 2;

    @Parameters(paramLabel = "NAME", description = "The task's name, in kebab-case: answer-invoice.")
    private String name;

    @Option(
            names = "--deployments",
            split = ",",
            paramLabel = "NAME",
            description =
                    "The deployments to ask, in this order, with commas between (default: two of config/deployments.yaml,"
                            + " simulated ones if there are any).")
    private List<String> deployments;

    @Option(
            names = "--owner",
            defaultValue = "my-team",
            description = "Who answers for it (default: ${DEFAULT-VALUE}).")
    private String owner;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The folder with routes/ and config/ (default: the one you are in).")
    private Path folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        checkName();
        Path file = folder.resolve("routes/tasks").resolve(name + ".yaml");
        String text = text();
        Files.createDirectories(file.getParent());
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw Failure.of(file + " exists already, and stays as it is: take another name", e);
        }
        spec.commandLine().getOut().println(file + " is written; what to do with it: docs/authoring.md");
        return 0;
    }

    private void checkName() {
        try {
            Rules.name("NAME", name);
            Rules.required("--owner", owner);
        } catch (InvalidValueException e) {
            throw Failure.usage(e.getMessage() + ": " + e.fix(), e);
        }
    }

    private String text() throws IOException {
        try (InputStream template = NewTask.class.getResourceAsStream("new-task.yaml")) {
            String text = new String(template.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${name}", name)
                    .replace("${owner}", owner)
                    .replace("${deployments}", String.join(",", chosen()));
            return Files.exists(folder.resolve(SCHEMA))
                    ? "# yaml-language-server: $schema=../../" + SCHEMA + "\n" + text
                    : text;
        }
    }

    private List<String> chosen() {
        Deployments known = known();
        if (deployments != null) {
            for (String deployment : deployments) {
                if (known.find(deployment).isEmpty()) {
                    throw Failure.usage(
                            "there is no deployment '" + deployment + "': " + known.fixForUnknown(deployment), null);
                }
            }
            return deployments;
        }
        List<Deployment> able = known.all().stream().filter(NewTask::couldServe).toList();
        boolean simulated = able.stream().anyMatch(Deployment::demo);
        List<String> few = able.stream()
                .filter(deployment -> deployment.demo() == simulated)
                .map(Deployment::name)
                .limit(FEW)
                .toList();
        if (few.isEmpty()) {
            throw Failure.of("no deployment of config/deployments.yaml takes data of the class '" + DATA_CLASS
                    + "': name some with --deployments, and correct dataClass in the file");
        }
        return few;
    }

    private static boolean couldServe(Deployment deployment) {
        return deployment.embeddingModel() == null && deployment.dataClasses().contains(DATA_CLASS);
    }

    private Deployments known() {
        try {
            // what placeholders stand for makes no difference to the names
            return Deployments.read(folder.resolve("config/deployments.yaml"), text -> "");
        } catch (ConfigException e) {
            throw Failure.of(e.getMessage(), e);
        }
    }
}
