/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.config.Texts;

import static org.assertj.core.api.Assertions.assertThat;

class ProfileVersionTest {
    private final Map<String, String> parameters =
            new HashMap<>(Map.of("owner", "me", "prompt", "prompt.md", "outputSchema", "schema.json"));

    @TempDir
    Path home;

    private String before;

    @BeforeEach
    void writeTheFiles() throws IOException {
        Files.writeString(home.resolve("prompt.md"), "Be brief.");
        Files.writeString(home.resolve("schema.json"), "{\"type\": \"object\"}");
        before = version("flow");
    }

    @Test
    void itIsTheSameForTheSame() throws IOException {
        Files.writeString(home.resolve("schema.json"), "{ \"type\" : \"object\" }\n");

        assertThat(version("flow")).isEqualTo(before).matches("[0-9a-f]{12}");
    }

    @Test
    void thePromptIsInIt() throws IOException {
        Files.writeString(home.resolve("prompt.md"), "Be very brief.");

        assertThat(version("flow")).isNotEqualTo(before);
    }

    @Test
    void theRubricIsInIt() throws IOException {
        Files.writeString(home.resolve("rubric.md"), "It is polite.");
        parameters.put("rubric", "rubric.md");
        String polite = version("flow");
        Files.writeString(home.resolve("rubric.md"), "It is brief.");

        assertThat(version("flow")).isNotEqualTo(polite);
    }

    @Test
    void theSchemaIsInIt() throws IOException {
        Files.writeString(home.resolve("schema.json"), "{\"type\": \"array\"}");

        assertThat(version("flow")).isNotEqualTo(before);
    }

    @Test
    void theParametersAreInIt() {
        parameters.put("temperature", "0.2");

        assertThat(version("flow")).isNotEqualTo(before);
    }

    @Test
    void theRouteIsInIt() {
        assertThat(version("another flow")).isNotEqualTo(before);
    }

    private String version(String flow) {
        return ProfileVersion.of(new ContractReader(Texts.onDisk(home), parameters).read(), parameters, flow);
    }
}
