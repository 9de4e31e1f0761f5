/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** schemas/ is made of the records and of docs/configuration.md; {@code -Dserai.docs.write=true} writes it (C2, C4). */
class SchemaFilesTest {
    private static final Path FOLDER = Path.of("schemas");
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Map<String, JsonSchema> COMPILED = new ConcurrentHashMap<>();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7);

    @Test
    @DisplayName("C2: the schemas say what the records and the reference say")
    void theyAreUpToDate() throws Exception {
        for (Map.Entry<String, JsonNode> schema : SchemaFiles.all().entrySet()) {
            Path file = FOLDER.resolve(schema.getKey());
            if (Boolean.getBoolean("serai.docs.write")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, text(schema.getValue()));
            }
            assertThat(file).as("write it with -Dserai.docs.write=true").hasContent(text(schema.getValue()));
        }
    }

    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("routes/tasks"))) {
            return Stream.concat(
                    tasks.toList().stream().sorted(),
                    Stream.of("deployments", "callers", "prices", "budgets")
                            .map(name -> Path.of("config", name + ".yaml")))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("shipped")
    @DisplayName("C2: every shipped file names its schema in its first line, and keeps it")
    void shippedFilesKeepTheirs(Path file) throws IOException {
        // Given
        String kind = file.startsWith("routes")
                ? "task"
                : file.getFileName().toString().replace(".yaml", "");
        Path schema = FOLDER.resolve(kind + ".schema.json");
        // Then
        assertThat(Files.readString(file))
                .startsWith("# yaml-language-server: $schema="
                        + file.getParent().relativize(schema).toString() + "\n");
        assertThat(mistakes(kind, Files.readString(file))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "routes/tasks/support-answer.yaml, owner:, ownr:",
        "routes/tasks/support-answer.yaml, deadline: 60s, deadline: soon",
        "routes/tasks/support-answer.yaml, requires: tools, requires: tolls",
        "routes/tasks/support-answer.yaml, steps:, stps:",
        "routes/tasks/support-answer.yaml, maxOutputTokens: 1024, maxOutputTokens: many",
        "config/deployments.yaml, region: eu, regoin: eu",
        "config/deployments.yaml, failureRate:, failurRate:",
        "config/deployments.yaml, connections: 1024, connections: lots",
        "config/deployments.yaml, json_schema, json_shema",
        "config/callers.yaml, keyFile:, keyfile:",
        "config/callers.yaml, 'diagnose, pin]', 'diagnos, pin]'",
        "config/prices.yaml, input:, inptu:"
    })
    @DisplayName("C4: an editor marks a misspelt key, and a value that cannot be")
    void misspeltKeysAreMarked(Path file, String right, String wrong) throws IOException {
        // Given
        String kind = file.startsWith("routes")
                ? "task"
                : file.getFileName().toString().replace(".yaml", "");
        String text = Files.readString(file);
        assertThat(text).contains(right);
        // When, Then
        assertThat(mistakes(kind, text.replaceFirst(java.util.regex.Pattern.quote(right), wrong)))
                .isNotEmpty();
    }

    @Test
    @DisplayName("C2: a placeholder may stand for a value, and routes beside a task are Camel's alone")
    void placeholdersAndOtherRoutesPass() {
        assertThat(mistakes("task", """
                - route:
                    from:
                      uri: task:a
                      parameters: { owner: me, deadline: "{{my.deadline}}", maxAttempts: "{{my.attempts}}", exposure: internal }
                      steps:
                        - to: direct:b
                - route:
                    from:
                      uri: timer:b
                      parameters: { period: 1000 }
                      steps:
                        - log: b
                """)).isEmpty();
    }

    private static JsonSchema schema(String kind) {
        return SCHEMAS.getSchema(
                SchemaLocation.of(FOLDER.resolve(kind + ".schema.json").toUri().toString()));
    }

    private static Set<ValidationMessage> mistakes(String kind, String yaml) {
        try {
            return COMPILED.computeIfAbsent(kind, SchemaFilesTest::schema).validate(YAML.readTree(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(JsonNode schema) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        return Json.MAPPER.writer(printer).writeValueAsString(schema) + "\n";
    }
}
