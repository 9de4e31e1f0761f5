/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The component's page: its tables are those of the catalog and of {@link ErrorClass} ({@code -Dserai.docs.write=true}
 * writes them), its Java examples stand in {@link StandaloneTest}. The gateway's tests load its YAML examples.
 */
class ComponentPageTest {
    private static final Path PAGE = Path.of("src/main/docs/llm-component.adoc");
    private static final Pattern JAVA = Pattern.compile("\\[source,java]\n----\n(.*?)\n----", Pattern.DOTALL);

    private static String page;
    private static JsonNode catalog;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(PAGE);
        catalog = Json.MAPPER.readTree(
                Files.readAllBytes(Path.of("src/generated/resources/META-INF/dev/serai/llm/llm.json")));
    }

    @Test
    void theTablesAreThoseOfTheCode() throws IOException {
        String current = page;
        current = with(current, "operations", operations());
        current = with(current, "component options", options("componentProperties"));
        current = with(current, "endpoint options", options("properties"));
        current = with(current, "headers", headers());
        current = with(current, "error classes", errorClasses());
        if (Boolean.getBoolean("serai.docs.write")) {
            Files.writeString(PAGE, current);
            page = current;
        }
        assertThat(page)
                .as("write the tables of %s with -Dserai.docs.write=true", PAGE)
                .isEqualTo(current);
    }

    @Test
    void theProvidersAreThoseOfTheCode() {
        for (String name : Providers.names()) {
            LlmProvider provider = Providers.of(name);
            String row = "| `" + name + "` | `" + provider.dialect().code() + "` | `"
                    + (provider.defaultBaseUrl() == null ? "baseUrl" : provider.defaultBaseUrl()) + "`";
            assertThat(page).contains(row);
            assertThat(catalog.at("/properties/provider/description").asText()).contains(name);
        }
    }

    @Test
    void theJavaExamplesAreTested() throws IOException {
        Set<String> tested = Files.readString(Path.of("src/test/java/dev/serai/llm/StandaloneTest.java"))
                .lines()
                .map(String::strip)
                .collect(Collectors.toCollection(HashSet::new));
        Matcher examples = JAVA.matcher(page);
        int lines = 0;
        while (examples.find()) {
            for (String line : examples.group(1).split("\n")) {
                assertThat(tested).as("a line of an example in %s", PAGE).contains(line.strip());
                lines++;
            }
        }
        assertThat(lines).isGreaterThan(15);
    }

    private static String options(String section) {
        StringBuilder table = new StringBuilder("[width=\"100%\",cols=\"2,5,^1,2\",options=\"header\"]\n|===\n");
        table.append("| Name | Description | Default | Type\n");
        for (Map.Entry<String, JsonNode> option :
                Json.fields(catalog.path(section)).entrySet()) {
            JsonNode facts = option.getValue();
            String kind = facts.path("kind").asText().equals("path") ? " (path)" : "";
            String label = facts.path("label").asText();
            row(
                    table,
                    "*" + option.getKey() + "*" + kind + (label.isEmpty() ? "" : " (" + label.replace(",", ", ") + ")"),
                    (facts.path("required").asBoolean() ? "*Required* " : "")
                            + facts.path("description").asText(),
                    facts.path("defaultValue").asText(),
                    simpleName(facts.path("javaType").asText()));
        }
        return table.append("|===\n").toString();
    }

    private static String operations() {
        StringBuilder table = new StringBuilder("[cols=\"1,3\",options=\"header\"]\n|===\n| Provider | Operations\n");
        for (String provider : Providers.names()) {
            List<String> operations = Arrays.stream(Operation.values())
                    .filter(operation -> operation != Operation.CHAT)
                    .filter(operation ->
                            Providers.of(provider).operation(operation).isPresent())
                    .map(operation -> "`" + operation.code() + "`")
                    .toList();
            if (!operations.isEmpty()) {
                row(table, "`" + provider + "`", String.join(", ", operations));
            }
        }
        return table.append("|===\n").toString();
    }

    private static String headers() {
        StringBuilder table = new StringBuilder("[width=\"100%\",cols=\"2,2,5,1\",options=\"header\"]\n|===\n");
        table.append("| Name | Constant | Description | Type\n");
        Json.fields(catalog.path("headers"))
                .forEach((name, facts) -> row(
                        table,
                        "*" + name + "*",
                        "`LlmConstants." + facts.path("constantName").asText().replaceAll(".*#", "") + "`",
                        facts.path("description").asText(),
                        facts.path("javaType").asText()));
        return table.append("|===\n").toString();
    }

    private static String errorClasses() {
        StringBuilder table = new StringBuilder("[cols=\"3,1,2,2,1\",options=\"header\"]\n|===\n");
        table.append("| Class | Retry | Next | Speaks against the model's health | HTTP status\n");
        for (ErrorClass error : ErrorClass.values()) {
            row(
                    table,
                    "`" + error.code() + "`",
                    words(error.retry()),
                    words(error.hop()),
                    error.countsForBreaker() ? "yes" : "no",
                    Integer.toString(error.clientStatus()));
        }
        return table.append("|===\n").toString();
    }

    private static void row(StringBuilder table, String... cells) {
        table.append('\n');
        for (String cell : cells) {
            table.append(cell.isEmpty() ? "|" : "| " + cell.replace("|", "\\|")).append('\n');
        }
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String simpleName(String javaType) {
        return javaType.replaceAll("[a-z]+\\.", "").replaceAll("<.*", "");
    }

    private static String with(String text, String table, String content) {
        String start = "// " + table + ": START\n";
        String end = "// " + table + ": END\n";
        assertThat(text).contains(start).contains(end);
        return text.substring(0, text.indexOf(start) + start.length()) + content + text.substring(text.indexOf(end));
    }
}
