/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

import dev.serai.gateway.GatewayUnderTest;

import static org.assertj.core.api.Assertions.assertThat;

/** The page describes every pattern and parameter that there is, and its tasks answer (I9). */
class PatternsPageTest {
    private static final Pattern TASK = Pattern.compile("uri: task:([a-z-]+)");

    @Test
    void everyTaskOfThePageLoadsAndAnswers() throws Exception {
        // Given
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder();
        List<String> blocks = Page.read("docs/patterns.md").blocks("yaml");
        Set<String> tasks = new TreeSet<>();
        for (String block : blocks) {
            var task = TASK.matcher(block);
            assertThat(task.find()).isTrue();
            tasks.add(task.group(1));
            setup.file("routes/tasks/" + task.group(1) + ".yaml", block);
        }
        GatewayUnderTest gateway = setup.shared();
        for (String task : tasks) {
            // When
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(chat(gateway, task), HttpResponse.BodyHandlers.ofString());
            // Then
            assertThat(response.statusCode()).as(task).isEqualTo(200);
        }
        assertThat(tasks).hasSize(kamelets().size());
    }

    @Test
    void everyParameterIsDescribedWithItsDefault() throws IOException {
        String page = Page.read("docs/patterns.md").text();
        for (Path file : kamelets()) {
            String name = file.getFileName().toString().replace(".kamelet.yaml", "");
            String section = page.substring(page.indexOf("\n## " + name + "\n"));
            Map<String, Object> definition = definition(file);
            ((Map<?, ?>) definition.get("properties")).forEach((parameter, property) -> {
                Object value = ((Map<?, ?>) property).get("default");
                String shown = value == null ? "required" : "`" + value + "`";
                assertThat(section).contains("| `" + parameter + "` | " + shown + " |");
                assertThat(((List<?>) definition.get("required")).contains(parameter))
                        .isEqualTo(value == null);
            });
        }
    }

    private static HttpRequest chat(GatewayUnderTest gateway, String task) {
        return HttpRequest.newBuilder(gateway.baseUrl().resolve("/v1/chat/completions"))
                .header("Authorization", "Bearer " + gateway.key())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"" + task + "\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}"))
                .build();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> definition(Path file) throws IOException {
        Map<String, Map<String, Object>> kamelet = new Yaml().load(Files.readString(file));
        return (Map<String, Object>) kamelet.get("spec").get("definition");
    }

    private static List<Path> kamelets() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("routes/patterns"))) {
            return files.filter(file -> file.toString().endsWith(".kamelet.yaml"))
                    .sorted()
                    .toList();
        }
    }
}
