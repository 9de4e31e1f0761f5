/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import dev.serai.gateway.SeraiApplication;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.reload.watch.FileScan;
import dev.serai.gateway.task.TaskRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The application with its files as they are shipped, and with mistakes in them. */
@ExtendWith(OutputCaptureExtension.class)
class RouteStartTest {
    @TempDir
    Path folder;

    @Test
    void allShippedFilesPassQuickly() {
        Path home = RouteHome.shipped();
        Deployments deployments = Deployments.read(home.resolve("config/deployments.yaml"), text -> "");
        Scope scope = new Scope(FileScan.now(home, Set.of()), deployments, UnaryOperator.identity());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Problems problems = new Problems();
        long started = threads.getCurrentThreadCpuTime();

        RouteChecks.check(scope, problems);

        assertThat(problems.all()).isEmpty();
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - started))
                .isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aTaskRunsWithTheVersionOfItsFile() {
        RouteHome home = home();
        home.task("prompt: config/prompt.md", "- to: kamelet:fallback?deployments=one,two");

        try (ConfigurableApplicationContext application = start()) {
            var task = application.getBean(TaskRegistry.class).find("t").orElseThrow();
            String version = home.source().version();
            assertThat(task.routeVersion()).isEqualTo("v1-" + version);
            assertThat(task.profileVersion()).matches("[0-9a-f]{12}").isNotEqualTo(version);
        }
    }

    @Test
    void everyMistakeIsToldAndNothingStarts(CapturedOutput output) {
        home().task("deadlin: 10s", "- to: deployment:oen");

        assertThatThrownBy(this::start).isNotNull();

        String file = folder.resolve("routes/tasks/t.yaml").toString();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("1. " + file + ":7: task 't': deadlin is no parameter of a task")
                .contains("2. " + file + ":9: there is no deployment 'oen'")
                .contains("1. did you mean 'deadline'?")
                .contains("2. did you mean 'one'?")
                .doesNotContain("\tat ");
    }

    @Test
    void whatOnlyCamelKnowsIsToldToo(CapturedOutput output) {
        home().task("maxAttempts: 1", "- to: deployment:one\n- to: log:x?levl=INFO");

        assertThatThrownBy(this::start).isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(folder.resolve("routes/tasks/t.yaml")
                        + ":10: the route 't' cannot be built: unknown option 'levl'")
                .doesNotContain("\tat ");
    }

    private RouteHome home() {
        return new RouteHome(folder).gateway();
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(SeraiApplication.class).run("--serai.home=" + folder, "--server.port=0");
    }
}
