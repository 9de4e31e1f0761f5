/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** C4, D4: what a task for embeddings may say and name. */
class EmbeddingRulesTest {
    @TempDir
    Path folder;

    private RouteHome home;

    @BeforeEach
    void makeAHome() {
        home = new RouteHome(folder).embeddings();
    }

    /** Vectors of different models are not comparable. */
    @ParameterizedTest
    @CsvSource({
        "small;small-elsewhere, task 't': vectors of 'small-elsewhere' (copy) cannot be compared with those of 'small' (small)",
        "small;large, task 't': vectors of 'large' (large) cannot be compared with those of 'small' (small)",
        "small;demo;large, task 't': vectors of 'large' (large) cannot be compared with those of 'small' (small)",
    })
    void embeddingsOfTwoModels(String deployments, String problem) {
        home.embeddings()
                .task("operation: embeddings", "- to: kamelet:fallback?deployments=" + deployments.replace(';', ','));

        assertThat(home.problems())
                .containsExactly("routes/tasks/t.yaml:9: " + problem
                        + " — name deployments of one model; where the two are the same model under two names, give both "
                        + "the same 'embeddingModel:' in config/deployments.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "small,small-in-azure", "demo,small", "small,demo"})
    void embeddingsOfOneModel(String deployments) {
        home.task("operation: embeddings", "- to: kamelet:fallback?deployments=" + deployments);

        assertThat(home.problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            operation: embeddings | small,one | it lacks embeddings, which the task requires
            maxAttempts: 1        | one,small | it lacks chat, which the task requires
            """)
    void aDeploymentOfTheOtherKind(String parameter, String deployments, String problem) {
        home.task(parameter, "- to: kamelet:fallback?deployments=" + deployments);

        assertThat(home.problems()).singleElement().asString().contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            operation: embedings                                          | operation 'embedings' is unknown — did you mean 'embeddings'? Known values: chat, embeddings
            operation: moderation                                         | operation 'moderation' is unknown
            {operation: embeddings, prompt: config/prompt.md}             | prompt means nothing for the operation embeddings — remove the parameter
            {operation: embeddings, maxOutputTokens: 10}                  | maxOutputTokens means nothing for the operation embeddings
            {operation: embeddings, interruption: buffer}                 | interruption means nothing for the operation embeddings
            """)
    void aContractForEmbeddings(String parameters, String problem) {
        String lines = parameters.startsWith("{")
                ? parameters.substring(1, parameters.length() - 1).replace(", ", "\n" + " ".repeat(8))
                : parameters;
        home.task(lines, "- to: kamelet:fallback?deployments=small");

        assertThat(home.problems()).first().asString().contains("task 't': " + problem);
    }
}
