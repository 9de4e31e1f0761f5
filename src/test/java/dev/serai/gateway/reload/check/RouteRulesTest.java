/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RouteRulesTest {
    private static final String FALLBACK =
            "- to: { uri: \"kamelet:fallback\", parameters: { deployments: \"one,two\" } }";

    @TempDir
    Path folder;

    private RouteHome home;

    @BeforeEach
    void makeAHome() {
        home = new RouteHome(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FALLBACK,
                "- to: kamelet:fallback?deployments=one,two",
                "- kamelet: { name: fallback, parameters: { deployments: one } }",
                "- multicast: { steps: [ { to: \"deployment:one\" }, { to: \"deployment:two\" } ] }",
                "- toD: \"deployment:${exchangeProperty.name}\"",
                "- recipientList: { expression: { constant: { expression: \"deployment:one,deployment:two\" } } }",
                "- recipientList: { expression: { method: { ref: chooser } } }",
                "- to: \"deployment:{{a.deployment}}\"",
                "- log: { message: \"asks llm:openai/gpt\" }"
            })
    void aGoodTaskPasses(String step) {
        home.task("requires: tools", step);

        assertThat(home.problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            deadlin: 10s          | 7 | task 't': deadlin is no parameter of a task — did you mean 'deadline'? Known parameters:
            deadline: soon        | 7 | task 't': deadline 'soon'
            requires: tols        | 7 | task 't': requires[0] 'tols' is unknown — did you mean 'tools'? Known requires:
            maxAttempts: 99       | 7 | task 't': maxAttempts '99' must be between 1 and 20 — give a whole number in that range
            prompt: config/no.md  | 7 | task 't': prompt 'config/no.md' does not exist — create the file, or correct the path (it starts at serai.home)
            outputSchema: config/no.json | 7 | task 't': outputSchema 'config/no.json' does not exist — create the file
            prompt: ../out.md     | 7 | task 't': prompt '../out.md' lies outside of serai.home — move the file below it
            outputSchema: config/prompt.md | 7 | task 't': outputSchema 'config/prompt.md' is not a JSON schema — check it against JSON Schema 2020-12
            aliases: gpt 4         | 7 | task 't': aliases 'gpt 4' is no name for a model — use letters, digits, dots, hyphens and underscores, e.g. 'gpt-4.1'
            aliases: gpt-4.1,one   | 7 | task 't': the alias 'one' is a deployment's name already — choose another alias, or remove it
            aliases: gpt-4.1,t     | 7 | task 't': the alias 't' is a task's name already — choose another alias, or remove it
            interruption: bufer   | 7 | task 't': interruption 'bufer' is unknown — did you mean 'buffer'? Known values: buffer, error, restart
            regions: mars         | 4 | task 't': its contract rules out every deployment that it names: one (its region eu is none of the task's regions), two (its region eu is none of the task's regions) — loosen the contract, or name deployments that fulfil it
            """)
    void aBrokenContract(String parameter, int line, String problem) {
        home.task(parameter, FALLBACK);

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/tasks/t.yaml:" + line + ": " + problem);
    }

    @Test
    void anAliasOfTwoTasks() {
        home.task("aliases: gpt-4.1", FALLBACK);
        home.write(
                "routes/tasks/u.yaml",
                home.read("routes/tasks/t.yaml").replace("id: t", "id: u").replace("task:t", "task:u"));

        assertThat(home.problems())
                .containsExactly("routes/tasks/u.yaml:7: task 'u': the alias 'gpt-4.1' is an alias of 't' already"
                        + " — choose another alias, or remove it");
    }

    @Test
    void parametersThatCannotBeRead() {
        home.task("maxAttempts: 1", "- to: kamelet:fallback?deployments=one&");

        assertThat(home.problems())
                .singleElement()
                .asString()
                .isEqualTo("routes/tasks/t.yaml:9: the parameters behind '?' cannot be read — "
                        + "write them below 'parameters:', one a line");
    }

    @Test
    void aParameterInTheUri() {
        home.write(
                "routes/tasks/t.yaml",
                "- route:\n    from:\n      uri: task:t?ower=me\n      steps:\n        " + FALLBACK);

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/tasks/t.yaml:3: task 't': ower is no parameter of a task — did you mean 'owner'?");
    }

    @Test
    void aMissingParameter() {
        home.task("maxAttempts: 1", FALLBACK);
        home.write("routes/tasks/t.yaml", home.read("routes/tasks/t.yaml").replace("owner: me", "exposure: internal"));

        assertThat(home.problems()).containsExactly("routes/tasks/t.yaml:4: task 't': owner is missing — add 'owner:'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            - to: deployment:oen                          | there is no deployment 'oen' — did you mean 'one'? Known deployments: abroad, one, plain, two
            - to: "deployment:{{a.typo}}"                 | there is no deployment 'oen' — did you mean 'one'?
            - wireTap: { uri: "deployment:oen" }          | there is no deployment 'oen' — did you mean 'one'?
            - multicast: { steps: [ { to: "deployment:oen" } ] } | there is no deployment 'oen' — did you mean 'one'?
            - recipientList: { constant: "deployment:one,deployment:oen" } | there is no deployment 'oen' — did you mean 'one'?
            - to: kamelet:fallback?deployments=one,oen    | there is no deployment 'oen' — did you mean 'one'?
            - to: kamelet:fallback?deployments=one,plain  | task 't' can never reach the deployment 'plain': it lacks tools, which the task requires — take 'plain' out of the route, or change requires (or outputSchema, operation) of the task
            - to: kamelet:fallbak?deployments=one         | there is no kamelet 'fallbak' — did you mean 'fallback'? Known kamelets: fallback
            - to: kamelet:fallback                        | the kamelet 'fallback' needs the parameter 'deployments' — add 'deployments:' to its parameters
            - to: kamelet:fallback?deployment=one         | unknown parameter 'deployment' of the kamelet 'fallback' — did you mean 'deployments'? Known parameters: deployments
            - to: kamelet:fallback?deployments=one&location=file:/tmp | unknown parameter 'location' of the kamelet 'fallback' — Known parameters: deployments
            - to: task:other                              | there is no task 'other' — Known tasks: t
            """)
    void aNameThatLeadsNowhere(String step, String problem) {
        home.task("requires: tools", step);

        assertThat(home.problems()).singleElement().asString().startsWith("routes/tasks/t.yaml:9: " + problem);
    }

    @Test
    void aNameInAParameterHasItsOwnLine() {
        home.task("regions: eu", """
                - to:
                    uri: kamelet:fallback
                    parameters:
                      deployments: one,abroad""");

        assertThat(home.problems())
                .containsExactly(
                        "routes/tasks/t.yaml:12: task 't' can never reach the deployment 'abroad': its region us is "
                                + "none of the task's regions — take 'abroad' out of the route, or change regions of the task");
    }

    @Test
    void aFallbackBehindAnInternalRouteIsFollowed() {
        home.task("maxRetention: none", "- to: direct:rest\n- to: deployment:one");
        home.write("routes/rest.yaml", "- from:\n    uri: direct:rest\n    steps:\n      - to: deployment:abroad\n");

        assertThat(home.problems())
                .containsExactly(
                        "routes/rest.yaml:4: task 't' can never reach the deployment 'abroad': it keeps data for 30d, "
                                + "longer than the task's maxRetention — take 'abroad' out of the route, or change maxRetention of the task");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- to: llm:openai/gpt-4.1",
                "- to: { uri: \"llm://openai/gpt-4.1\" }",
                "- to: llm-gateway:openai/gpt-4.1",
                "- toD: \"llm:openai/${header.model}\"",
                "- toD: \"llm:${header.model}\"",
                "- wireTap: { uri: \"llm:openai/gpt-4.1\" }",
                "- enrich: { constant: \"llm:openai/gpt-4.1\" }",
                "- pollEnrich: { constant: \"llm:openai/gpt-4.1\" }",
                "- poll: llm:openai/gpt-4.1",
                "- recipientList: { expression: { constant: { expression: \"direct:a,llm:openai/gpt-4.1\" } } }",
                "- setHeader: { name: next, constant: \"llm:openai/gpt-4.1\" }",
                "- to: \"{{a.property}}\"",
                "- bean: { beanType: dev.serai.llm.LlmCaller, method: call }",
                "- to: { uri: \"stub:llm:openai/gpt-4.1\" }",
                "- choice: { otherwise: { steps: [ { multicast: { steps: [ { to: \"llm:openai/x\" } ] } } ] } }"
            })
    void onlyADeploymentCallsAModel(String step) {
        home.task("maxAttempts: 1", step);

        assertThat(home.problems())
                .first()
                .asString()
                .isEqualTo("routes/tasks/t.yaml:9: only routes/deployment.yaml may call llm:, and this names it — "
                        + "call deployment:NAME instead, a name from config/deployments.yaml");
    }

    @Test
    void notEvenAKameletCallsAModel() {
        home.write("routes/patterns/direct.kamelet.yaml", """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata: { name: direct }
                spec:
                  definition: { title: Direct }
                  template:
                    from:
                      uri: kamelet:source
                      steps:
                        - to: llm:openai/gpt-4.1
                """);

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/patterns/direct.kamelet.yaml:10: only routes/deployment.yaml may call llm:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- toD: \"${header.next}\"",
                "- recipientList: { header: next }",
                "- recipientList: { expression: { simple: { expression: \"${header.next}\" } } }",
                "- routingSlip: { exchangeProperty: slip }",
                "- toD: \"ll${header.m}:openai/x\""
            })
    void aDestinationThatOnlyTheMessageKnows(String step) {
        home.task("maxAttempts: 1", step);

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/tasks/t.yaml:9: the destination of '")
                .endsWith("and could be any — write its scheme out, e.g. \"deployment:${exchangeProperty.name}\"");
    }

    @Test
    void aRouteThatPosesAsADeployment() {
        home.write("routes/tasks/t.yaml", "- from:\n    uri: deployment:one\n    steps:\n      - log: hello\n");

        assertThat(home.problems())
                .containsExactly("routes/tasks/t.yaml:2: only routes/deployment.yaml may consume from deployment: — "
                        + "consume from direct: or task:");
    }

    @Test
    void twoRoutesOfOneTaskAndOneId() {
        home.task("maxAttempts: 1", FALLBACK);
        home.write("routes/tasks/u.yaml", home.read("routes/tasks/t.yaml"));

        String first = folder + "/routes/tasks/t.yaml";
        assertThat(home.problems())
                .containsExactly(
                        ("routes/tasks/u.yaml:2: the id 't' is taken by " + first
                                        + ":2 — give one of the two another id")
                                .replace(folder + "/", ""),
                        ("routes/tasks/u.yaml:4: task:t has a route already, in " + first
                                        + ":4 — name one of the two otherwise, or remove it")
                                .replace(folder + "/", ""));
    }

    @Test
    void anIdThatADeploymentsRouteHas() {
        home.task("maxAttempts: 1", FALLBACK);
        home.write("routes/tasks/t.yaml", home.read("routes/tasks/t.yaml").replace("id: t", "id: deployment-one"));

        assertThat(home.problems())
                .containsExactly(
                        "routes/tasks/t.yaml:2: the route id 'deployment-one' belongs to a deployment's own route — "
                                + "give the route another id");
    }
}
