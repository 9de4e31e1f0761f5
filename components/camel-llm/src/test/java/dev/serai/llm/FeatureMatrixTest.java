/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;

import dev.serai.llm.dialect.Json;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * docs/features.md is what the codecs do with the requests of features.yaml; {@code -Dserai.docs.write=true} writes it. A
 * feature that a request has and that neither arrives nor is refused fails here.
 */
@DisplayName("D4, E2, E3: the matrix of features")
class FeatureMatrixTest {
    private static final Path PAGE = Path.of("../../docs/features.md");
    private static final String MODEL = "m";

    private static final Map<Dialect, String> DOORS = new LinkedHashMap<>();

    private static JsonNode features;

    static {
        DOORS.put(Dialect.OPENAI_CHAT, "{\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}");
        DOORS.put(
                Dialect.ANTHROPIC_MESSAGES,
                "{\"model\": \"m\", \"max_tokens\": 99, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}");
        DOORS.put(Dialect.OPENAI_RESPONSES, "{\"model\": \"m\", \"store\": false, \"input\": \"Hi\"}");
        DOORS.put(Dialect.GEMINI_GENERATE, "{\"contents\": [{\"role\": \"user\", \"parts\": [{\"text\": \"Hi\"}]}]}");
    }

    @BeforeAll
    static void read() throws IOException {
        try (InputStream in = FeatureMatrixTest.class.getResourceAsStream("/features.yaml")) {
            features = new ObjectMapper(new YAMLFactory()).readTree(in);
        }
    }

    @Test
    void thePageIsUpToDate() throws Exception {
        StringBuilder page = new StringBuilder("""
                # Features, by door and provider

                What becomes of a request's feature between the dialect it is asked in and the provider that serves the task:

                - **native**: both speak one dialect, and the request passes through byte for byte.
                - **translated**: the provider's dialect says it in its own way.
                - **refused** with the name of a field: it would be lost, so a deployment of this provider is not eligible for such a
                  request. A task can agree to lose the field (`mayLose`), and then it is left out.

                Reasoning that one provider has signed goes back to that one only: another gets it as text where its dialect takes that, else
                not at all.

                A feature that is missing below a door has no form in that door's dialect. Some models of a provider can do less than
                their dialect says: that is what a deployment's `capabilities` are for.

                This page is made from the codecs by a test; after a change there run `mvn verify -Dserai.docs.write=true`.
                """);
        for (Dialect door : DOORS.keySet()) {
            page.append(table(door));
        }
        page.append(AnswerTable.write());
        if (Boolean.getBoolean("serai.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("write it with -Dserai.docs.write=true").hasContent(page.toString());
    }

    private static String table(Dialect door) throws Exception {
        Map<List<String>, List<String>> columns = new LinkedHashMap<>();
        for (String name : Providers.names()) {
            List<String> cells = new ArrayList<>();
            for (JsonNode feature : features) {
                if (feature.has(door.code())) {
                    cells.add(cell(door, feature, Providers.of(name)));
                }
            }
            columns.computeIfAbsent(cells, key -> new ArrayList<>()).add(name);
        }
        StringBuilder table = new StringBuilder("\n## Asked in `" + door.code() + "`\n\n| |");
        columns.values().forEach(names -> table.append(' ')
                .append(names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")))
                .append(" |"));
        table.append("\n|---|").append("---|".repeat(columns.size())).append('\n');
        int row = 0;
        for (JsonNode feature : features) {
            if (feature.has(door.code())) {
                int index = row++;
                table.append("| ").append(feature.path("feature").asText()).append(" |");
                columns.keySet()
                        .forEach(cells ->
                                table.append(' ').append(cells.get(index)).append(" |"));
                table.append('\n');
            }
        }
        return table.toString();
    }

    private static String cell(Dialect door, JsonNode feature, LlmProvider provider) throws Exception {
        JsonNode sent;
        try {
            sent = sent(door, feature.get(door.code()), provider);
        } catch (LlmException e) {
            assertThat(e.errorClass())
                    .as("%s of %s at %s: %s", feature.path("feature"), door.code(), provider.name(), e.reason())
                    .isEqualTo(ErrorClass.UNSUPPORTED_FEATURE);
            assertThat(e.field()).isNotBlank();
            return "refused: `" + e.field() + "`";
        }
        assertThat(sent)
                .as("%s of %s arrives at %s", feature.path("feature"), door.code(), provider.name())
                .isNotEqualTo(sent(door, without(feature, door), provider));
        return provider.dialect() == door ? "native" : "translated";
    }

    private static JsonNode without(JsonNode feature, Dialect door) {
        for (JsonNode other : features) {
            if (other.get("feature").equals(feature.get("unlike"))) {
                return other.get(door.code());
            }
        }
        return Json.object();
    }

    /** What the provider is sent for the plain question with this fragment laid over it. */
    private static JsonNode sent(Dialect door, JsonNode fragment, LlmProvider provider) throws Exception {
        ObjectNode request = (ObjectNode) Json.MAPPER.readTree(DOORS.get(door));
        request.setAll((ObjectNode) fragment);
        Duration limit = Duration.ofSeconds(1);
        CallSettings settings = new CallSettings(
                provider,
                MODEL,
                Operation.CHAT,
                "http://localhost",
                null,
                Map.of(),
                new CallSettings.Limits(limit, limit, limit, 1000, 1000));
        Translation translation = Translation.of(LlmRequest.of(door, Json.bytes(request), false), settings);
        return Json.MAPPER.readTree(translation.payload());
    }
}
