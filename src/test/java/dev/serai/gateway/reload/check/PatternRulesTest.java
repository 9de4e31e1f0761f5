/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.serai.gateway.task.TaskSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is found when a task that uses a shipped pattern is loaded (C4, I9). */
class PatternRulesTest {
    @TempDir
    Path folder;

    private RouteHome home;

    @Test
    void aJudgeNeedNotDoWhatTheTaskRequiresAndIsNoDeploymentOfIt() {
        // Given: it has no tools
        home.task("requires: tools", """
                - to: kamelet:judge?judge=verdicts
                - to: kamelet:best-of?deployments=one&judge=verdicts""");
        // When
        TaskSource source = home.source();
        // Then
        assertThat(source.deployments()).containsExactly("one");
    }

    @BeforeEach
    void shippedPatterns() throws IOException {
        home = new RouteHome(folder);
        try (Stream<Path> files = Files.list(RouteHome.shipped().resolve("routes/patterns"))) {
            for (Path file : files.toList()) {
                home.write("routes/patterns/" + file.getFileName(), Files.readString(file));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kamelet:hedge?primary=one&hedge=two",
                "kamelet:hedge?primary=one&hedge=two&after=p99&budget=.05",
                "kamelet:hedge?primary=one&hedge=two&after=1500ms&budget=1",
                "kamelet:parallel?deployments=one,two&atOnce=2",
                "kamelet:split?deployments=one=95,two=5&sticky=none",
                "kamelet:split?deployments=one,two",
                "kamelet:best-of?deployments=one,two&judge=verdicts&threshold=10&judgeTimeout=2s",
                "kamelet:judge?judge=verdicts,one&share=.05",
                "kamelet:by-difficulty?small=one&large=two&longFrom=500"
            })
    void goodOnes(String uri) {
        assertThat(home.task("requires: tools", "- to: \"" + uri + "\"").problems())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kamelet:hedge?primary=oen&hedge=two               | there is no deployment 'oen' — did you mean 'one'?
            kamelet:hedge?primary=one&hedge=two,twoo          | there is no deployment 'twoo' — did you mean 'two'?
            kamelet:hedge?primary=one&hedge=plain             | task 't' can never reach the deployment 'plain': it lacks tools
            kamelet:hedge?primary=one                         | the kamelet 'hedge' needs the parameter 'hedge'
            kamelet:hedge?primary=one&hedge=two&after=p90     | the kamelet 'hedge' cannot use 'p90' as 'after' — it takes: a duration such as 300ms, or p95 or p99
            kamelet:hedge?primary=one&hedge=two&budget=10     | the kamelet 'hedge' cannot use '10' as 'budget' — it takes: the share of the task's calls
            kamelet:parallel?deployments=one,two&atOnce=0     | the kamelet 'parallel' cannot use '0' as 'atOnce'
            kamelet:split?deployments=one=95,oen=5            | there is no deployment 'oen' — did you mean 'one'?
            kamelet:split?deployments=one=95,two=x            | the kamelet 'split' cannot use 'one=95,two=x' as 'deployments'
            kamelet:split?deployments=one,two&sticky=user     | the kamelet 'split' cannot use 'user' as 'sticky' — it takes: what always draws the same
            kamelet:best-of?deployments=one,two               | the kamelet 'best-of' needs the parameter 'judge'
            kamelet:best-of?deployments=one&judge=oen         | there is no deployment 'oen' — did you mean 'one'?
            kamelet:best-of?deployments=one&judge=plain       | task 't' can never reach the deployment 'plain': it lacks json_schema
            kamelet:best-of?deployments=one&judge=two&threshold=11 | the kamelet 'best-of' cannot use '11' as 'threshold' — it takes: the lowest score
            kamelet:shadow?deployment=plain                   | its contract rules out every deployment that it names: plain
            """)
    void badOnes(String uri, String problem) {
        assertThat(home.task("requires: tools", "- to: \"" + uri.strip() + "\"").problems())
                .singleElement()
                .asString()
                .contains(problem.strip());
    }

    @Test
    void aShadowIsNoDeploymentOfTheTask() {
        // Given
        home.task("requires: tools", """
                - to: kamelet:shadow?deployment=two
                - to: kamelet:fallback?deployments=one""");
        // When
        TaskSource source = home.source();
        // Then
        assertThat(source.deployments()).containsExactly("one");
    }
}
