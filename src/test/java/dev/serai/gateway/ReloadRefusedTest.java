/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Files that are wrong, put beside running ones: nothing changes, and it is told why. */
class ReloadRefusedTest {
    private static final String KAMELET = "routes/patterns/fallback.kamelet.yaml";
    private static final String PROMPT = "config/prompts/support-answer.md";

    private static ReloadBed bed;

    @BeforeAll
    static void start() {
        bed = new ReloadBed(
                ReloadBed.setup(10).property(ReloadBed.POLL, "200ms").start());
    }

    @AfterAll
    static void stop() {
        bed.gateway().close();
    }

    @AfterEach
    void allIsWellAgain() {
        bed.write(ReloadBed.TASK, GatewayYaml.task("answer", "says-one"));
        bed.awaitNoProblems();
        bed.awaitAnswer("answer", "one");
    }

    static Stream<Arguments> mistakes() {
        String task = ReloadBed.TASK;
        return Stream.of(
                arguments("not YAML", task, "steps:", "steps: [", task + ":9:", "not YAML"),
                arguments("empty", task, null, "", task + ":", "has no entries"),
                arguments("unknown EIP", task, "- to:", "- too:", task + ":9:", "unknown EIP 'too'"),
                arguments(
                        "unknown parameter", task, "owner: tests", "ownr: tests", task + ":6:", "ownr is no parameter"),
                arguments(
                        "no such deployment",
                        task,
                        "says-one",
                        "says-onee",
                        task + ":12:",
                        "no deployment 'says-onee'"),
                arguments("no such kamelet", task, "kamelet:fallback", "kamelet:falback", task + ":10:", "no kamelet"),
                arguments(
                        "kamelet's parameter", task, "deployments: says", "deploymnts: says", task + ":12:", "unknown"),
                arguments(
                        "contract nobody fulfils",
                        task,
                        "owner: tests",
                        "owner: tests\n        regions: mars",
                        task + ":4:",
                        "rules out"),
                arguments(
                        "prompt that is missing",
                        task,
                        "owner: tests",
                        "owner: tests\n        prompt: config/none.md",
                        task + ":7:",
                        "does not exist"),
                arguments(
                        "the one door",
                        task,
                        "uri: kamelet:fallback",
                        "uri: llm:sim/quick",
                        task + ":10:",
                        "only routes/deployment.yaml may call llm:"),
                arguments(
                        "an id that is taken",
                        task,
                        "id: answer",
                        "id: long",
                        "routes/tasks/long.yaml:2:",
                        "is taken by"),
                arguments(
                        "what only Camel knows",
                        task,
                        "- to:",
                        "- to: log:x?levl=INFO\n        - to:",
                        task + ":9:",
                        "unknown option 'levl'"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    @DisplayName("Q3 C4: a wrong file changes nothing, and is told with its line and reason")
    void aWrongTask(String name, String file, String text, String replacement, String place, String reason)
            throws Exception {
        // When
        if (text == null) {
            bed.write(file, replacement);
        } else {
            bed.edit(file, text, replacement);
        }
        // Then
        List<String> problems = bed.awaitProblems();
        assertThat(problems).anyMatch(problem -> problem.startsWith(place) && problem.contains(reason));
        assertThat(bed.ask("answer")).isEqualTo("one");
        assertThat(bed.gateway()
                        .bean(MeterRegistry.class)
                        .get("serai.reload.problems")
                        .gauge()
                        .value())
                .isEqualTo(problems.size());
    }

    static Stream<Arguments> shared() {
        return Stream.of(
                arguments(ReloadBed.DEPLOYMENTS, "says-two:", "says_two:", "config/deployments.yaml", "kebab-case"),
                arguments(
                        ReloadBed.DEPLOYMENTS,
                        "llm:sim/quick?sim.answer=two",
                        "llm:nobody/x",
                        "config/deployments.yaml",
                        "nobody"),
                arguments(
                        "config/callers.yaml", "organisation:", "organization:", "config/callers.yaml", "organization"),
                arguments(KAMELET, "kind: Kamelet", "kind: Camel", KAMELET + ":", "'kind'"),
                arguments(KAMELET, "ref: attempts", "ref: atempts", KAMELET + ":", "atempts"),
                arguments(PROMPT, "{{", "{{nonsense}} {{", "routes/tasks/support-answer.yaml", "placeholder"),
                arguments("routes/deployment.yaml", "id: deployment", "id: deploymint", "", "deployment"),
                arguments("routes/gateway.yaml", "process:", "proces:", "routes/gateway.yaml:", "proces"),
                arguments(
                        "routes/doors/openai-chat.yaml",
                        "httpMethodRestrict",
                        "httpMethodRestrikt",
                        "routes/doors/openai-chat.yaml",
                        "httpMethodRestrikt"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("shared")
    @DisplayName("Q3: so does a wrong file that many need, and a good one beside it comes into force")
    void aWrongSharedFile(String file, String text, String replacement, String place, String reason) throws Exception {
        String before = bed.read(file);
        try {
            // When
            bed.edit(file, text, replacement);
            bed.edit(ReloadBed.TASK, "says-one", "says-three");
            // Then
            assertThat(bed.awaitProblems()).anyMatch(problem -> problem.startsWith(place) && problem.contains(reason));
            bed.awaitAnswer("answer", "three");
        } finally {
            bed.write(file, before);
        }
    }

    @Test
    @DisplayName("Q3: a broken file that replaces one under another name leaves the task serving")
    void aRenamedFileThatIsBroken() throws Exception {
        // When
        bed.delete(ReloadBed.TASK);
        bed.write("routes/tasks/renamed.yaml", GatewayYaml.task("answer", "says-twoo"));
        // Then
        assertThat(bed.awaitProblems()).anyMatch(problem -> problem.startsWith("routes/tasks/renamed.yaml:12:"));
        assertThat(bed.ask("answer")).isEqualTo("one");
        // When
        bed.edit("routes/tasks/renamed.yaml", "says-twoo", "says-two");
        // Then
        bed.awaitAnswer("answer", "two");
        bed.delete("routes/tasks/renamed.yaml");
    }
}
