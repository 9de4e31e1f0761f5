/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.dryrun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.reload.check.RouteHome;

import static org.assertj.core.api.Assertions.assertThat;

/** A folder is judged without a gateway, by all that a gateway would say of it (C4, Q3). */
class DryRunTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("Q3: the shipped files have no problems, every route of theirs can be built, and nothing is written")
    void theShippedFilesPass() throws IOException {
        // Given
        copy("routes");
        copy("config");
        // When
        DryRun.Result result = DryRun.check(folder);
        // Then
        assertThat(texts(result)).isEmpty();
        assertThat(result.files()).isGreaterThan(30);
        try (var left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("routes", "config");
        }
    }

    @Test
    @DisplayName("C4: all mistakes are told at once, those of callers and of misshapen files beside those of contracts")
    void everyMistakeIsTold() {
        // Given
        RouteHome home = home();
        home.write("config/callers.yaml", home.read("config/callers.yaml").replace("keyFile:", "keyfile:"));
        home.write("routes/tasks/a.yaml", "- rout:\n    id: a\n");
        home.write("routes/tasks/b.yaml", "- route: [\n");
        home.task("deadlin: 10s", "- to: deployment:oen");
        // When
        List<String> problems = texts(DryRun.check(folder));
        // Then
        assertThat(problems)
                .hasSize(5)
                .anyMatch(text -> text.startsWith("config/callers.yaml:") && text.contains("did you mean 'keyFile'?"))
                .anyMatch(text -> text.startsWith("routes/tasks/a.yaml:1"))
                .anyMatch(text -> text.startsWith("routes/tasks/b.yaml:"))
                .anyMatch(text -> text.startsWith("routes/tasks/t.yaml:7: task 't': deadlin is no parameter of a task"))
                .anyMatch(text -> text.startsWith("routes/tasks/t.yaml:9: there is no deployment 'oen'"));
    }

    @Test
    @DisplayName("C4: a file that cannot be read hides nothing, and is not the reason of other mistakes")
    void aBrokenFileBlamesNobodyElse() {
        // Given
        RouteHome home = home();
        home.write("routes/patterns/fallback.kamelet.yaml", "kind: [");
        home.task("maxAttempts: 1", "- to: kamelet:fallback?deployments=one");
        // When
        List<String> problems = texts(DryRun.check(folder));
        // Then
        assertThat(problems).singleElement().asString().startsWith("routes/patterns/fallback.kamelet.yaml:");
    }

    @Test
    @DisplayName("C4: what only Camel knows is told too, of every file, and no door is opened for it")
    void whatOnlyCamelKnowsIsTold() {
        // Given
        RouteHome home = home();
        home.task("maxAttempts: 1", "- to: deployment:one\n- to: log:x?levl=INFO");
        home.write("routes/doors/timer.yaml", """
                - route:
                    id: ticker
                    from:
                      uri: timer:tick?perod=1
                      steps:
                        - to: log:tick
                """);
        home.write("routes/doors/bean.yaml", """
                - route:
                    id: beans
                    from:
                      uri: direct:beans
                      steps:
                        - process:
                            ref: nobody
                """);
        // When
        List<String> problems = texts(DryRun.check(folder));
        // Then
        assertThat(problems)
                .hasSize(3)
                .anyMatch(text ->
                        text.startsWith("routes/tasks/t.yaml:10: the route 't' cannot be built: unknown option 'levl'"))
                .anyMatch(text ->
                        text.startsWith("routes/doors/timer.yaml:4: ") && text.contains("unknown option 'perod'"))
                .anyMatch(text -> text.startsWith("routes/doors/bean.yaml:7: ") && text.contains("nobody"));
    }

    @Test
    @DisplayName("Q3: settings of the folder hold, also the queues that they ask for")
    void settingsHold() throws IOException {
        // Given
        RouteHome home = home();
        home.write("routes/doors/jms.yaml", Files.readString(RouteHome.shipped().resolve("routes/doors/jms.yaml")));
        home.task("deadline: \"{{my.deadline}}\"", "- to: deployment:one");
        home.write("config/application.yaml", "my.deadline: 10 parsecs\nserai.jms.task-queues: t\n");
        // When
        List<String> problems = texts(DryRun.check(folder));
        home.write("config/application.yaml", "my.deadline: 10s\nserai.jms.task-queues: t\n");
        List<String> corrected = texts(DryRun.check(folder));
        home.write("config/application.yaml", "my: [");
        List<String> broken = texts(DryRun.check(folder));
        // Then
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("routes/tasks/t.yaml:7")
                .contains("10 parsecs");
        assertThat(corrected).isEmpty();
        assertThat(broken).singleElement().asString().startsWith("config/application.yaml: is not valid YAML");
    }

    @Test
    @DisplayName("Q3: a key that is not in the environment is no mistake where the gateway goes without it")
    void needsNoProviderKey() {
        // Given
        RouteHome home = home();
        home.write("config/deployments.yaml", home.read("config/deployments.yaml") + """
                  far: { uri: "llm:openai/gpt-4.1", region: us, credential: openai }
                credentials:
                  openai: { apiKey: "{{env:SERAI_TEST_NOBODY_HAS_THIS:}}" }
                """);
        home.task("maxAttempts: 2", "- to: kamelet:fallback?deployments=far,one");
        // When, Then
        assertThat(texts(DryRun.check(folder))).isEmpty();
        // Given
        home.write(
                "config/deployments.yaml", home.read("config/deployments.yaml").replace("THIS:}}", "THIS}}"));
        // When, Then
        assertThat(texts(DryRun.check(folder)))
                .singleElement()
                .asString()
                .contains("config/deployments.yaml")
                .contains("SERAI_TEST_NOBODY_HAS_THIS");
    }

    private RouteHome home() {
        return new RouteHome(folder).gateway();
    }

    private List<String> texts(DryRun.Result result) {
        return result.problems().stream()
                .map(problem -> problem.getMessage().replace(folder + "/", ""))
                .toList();
    }

    private void copy(String tree) throws IOException {
        Path from = RouteHome.shipped().resolve(tree);
        try (var files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = folder.resolve(tree).resolve(from.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }
}
