/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.dryrun;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import org.apache.camel.CamelContext;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Texts;
import dev.serai.gateway.reload.build.DoorFronts;
import dev.serai.gateway.reload.build.Stamps;
import dev.serai.gateway.reload.build.UnitBuilder;
import dev.serai.gateway.reload.build.UnitPlan;
import dev.serai.gateway.reload.build.UnitPlans;
import dev.serai.gateway.reload.check.FileSet;
import dev.serai.gateway.reload.check.Problems;
import dev.serai.gateway.reload.watch.FileScan;

/**
 * Finds out what a gateway would say of a folder, without being one: all files are read and checked by the same rules, and
 * every route is built, but nothing outside of the process is opened, asked or written.
 */
public final class DryRun {
    private final CamelContext camel;
    private final FileSet.Reader reader;
    private final UnitBuilder builder;
    private final DoorFronts doors;
    private final Stamps stamps;
    private final Problems problems = new Problems();

    DryRun(CamelContext camel, FileSet.Reader reader, UnitBuilder builder, DoorFronts doors, Stamps stamps) {
        this.camel = camel;
        this.reader = reader;
        this.builder = builder;
        this.doors = doors;
        this.stamps = stamps;
    }

    /**
     * What came of it.
     *
     * @param files    how many were read
     * @param problems everything that is wrong with them, by file and line
     */
    public record Result(int files, List<ConfigException> problems) {}

    /**
     * Everything that is wrong, by file and line. What only Camel knows to be wrong is told once for each file, and once the
     * rules have nothing to say.
     *
     * @param home the folder that has {@code routes/} and {@code config/}
     * @throws java.io.UncheckedIOException where it has no {@code routes/} that can be read
     */
    public static Result check(Path home) {
        Texts texts = FileScan.now(home, Set.of());
        try (DryGateway gateway = DryGateway.of(texts.home())) {
            return new Result(texts.all().size(), gateway.dryRun().check(texts));
        } catch (ConfigException e) {
            return new Result(texts.all().size(), List.of(e));
        }
    }

    List<ConfigException> check(Texts texts) {
        FileSet files = reader.read(texts, problems);
        if (problems.isEmpty()) {
            build(files);
        }
        return problems.all().stream()
                .sorted(Comparator.comparing(ConfigException::file)
                        .thenComparing(ConfigException::line)
                        .thenComparing(ConfigException::column))
                .toList();
    }

    private void build(FileSet files) {
        UnitPlans plans = new UnitPlans(files);
        List<UnitPlan> all = plans.all(stamps);
        all.forEach(plan -> problems.collect(() -> builder.build(plan, plans)));
        // the consumers of doors are made from here on, and not started
        camel.setAutoStartup(false);
        all.stream()
                .flatMap(plan -> plan.doors().stream())
                .forEach(door -> problems.collect(() -> doors.prepare(List.of(door), files.routes())));
    }
}
