/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The documentation says what is so. */
class SimDocsTest {
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private final String page = page();

    private static String page() {
        try {
            return Files.readString(Path.of("../../docs/sim.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itsScriptsLoad() {
        // When
        List<String> scripts = YAML.matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();

        // Then
        assertThat(scripts).hasSizeGreaterThan(1).allSatisfy(SimScript::read);
    }

    @Test
    void itsPathsAreServed() throws Exception {
        // Given
        List<String> paths = Pattern.compile("\\| `POST /\\{mount}(/v1/[^`{]*)` \\|")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(paths).contains("/v1/embeddings", "/v1/moderations", "/v1/messages/count_tokens");

        // When
        try (SimServer sim = SimServer.start()) {
            sim.mount("quick", SimProfiles.load("quick"));
            for (String path : paths) {
                int status = SimClient.send(HttpRequest.newBuilder(URI.create(sim.baseUrl("quick") + path))
                                .POST(HttpRequest.BodyPublishers.ofString("{}")))
                        .statusCode();

                // Then: it knows the path, and finds the body wrong
                assertThat(status).as(path).isEqualTo(400);
            }
        }
    }

    @Test
    void itNamesEveryKeyFaultAndProfile() {
        // Given: the error for an unknown key lists the known ones
        assertThatThrownBy(() -> SimScript.read("unheard: of")).satisfies(error -> assertThat(error.getMessage()
                        .substring(error.getMessage().indexOf("known are ") + 10)
                        .split(", "))
                .hasSizeGreaterThan(10)
                .allSatisfy(key -> assertThat(page).contains("| `" + key + "` |")));

        // Then
        assertThat(Arrays.stream(SimFault.Kind.values()).map(SimFault.Kind::key).skip(1))
                .allSatisfy(key -> assertThat(page).contains("| `" + key + ": "));
        assertThat(SimProfiles.names()).allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
    }
}
