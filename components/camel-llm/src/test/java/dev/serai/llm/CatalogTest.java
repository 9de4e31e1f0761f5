/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.apache.camel.spi.EndpointUriFactory;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Camel generates of the annotations, against what was compiled. The build generates after it has compiled
 * {@code src/generated}: where an option was missing there, this build's classes miss it too, and these tests fail until it
 * is built once more and {@code src/generated} is committed. Drift of words alone is found by {@code .ci/run}.
 */
class CatalogTest {
    private static final Path GENERATED = Path.of("src/generated/resources");
    private static final String JSON = "META-INF/dev/serai/llm/llm.json";
    private static final String STALE = "src/generated was stale: build again and commit it";

    @Test
    void theCompiledConfigurersHaveTheOptionsOfTheCatalog() throws Exception {
        PropertyConfigurerGetter component = new LlmComponentConfigurer();
        PropertyConfigurerGetter endpoint = new LlmEndpointConfigurer();

        assertThat(catalog("componentProperties", "property"))
                .as(STALE)
                .isNotEmpty()
                .allMatch(option -> component.getOptionType(option, false) != null);
        assertThat(catalog("properties", "parameter"))
                .as(STALE)
                .isNotEmpty()
                .allMatch(option -> endpoint.getOptionType(option, false) != null);
    }

    @Test
    void theCompiledUriFactoryHasTheOptionsOfTheCatalog() throws Exception {
        EndpointUriFactory factory = new LlmEndpointUriFactory();
        TreeSet<String> all = catalog("properties", "parameter");
        all.addAll(catalog("properties", "path"));

        assertThat(new TreeSet<>(factory.propertyNames())).as(STALE).isEqualTo(all);
        assertThat(factory.isEnabled("llm")).isTrue();
        assertThat(factory.isEnabled("llm-gateway")).isTrue();
    }

    @Test
    void everyFieldOfTheConfigurationIsAnOption() throws Exception {
        TreeSet<String> options = catalog("properties", "parameter");
        options.addAll(catalog("properties", "path"));

        assertThat(options)
                .containsAll(Arrays.stream(LlmConfiguration.class.getDeclaredFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .map(Field::getName)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"componentProperties", "headers", "properties"})
    void everythingIsDescribed(String section) throws Exception {
        Json.fields(read().path(section))
                .forEach((name, option) -> assertThat(option.path("description").asText())
                        .as(section + " " + name)
                        .matches("(?s)[A-Z].{8,}"));
    }

    @Test
    void theCatalogSaysWhatTheComponentIs() throws Exception {
        JsonNode component = read().path("component");

        assertThat(component.path("firstVersion").asText()).isEqualTo("0.1.0");
        assertThat(component.path("label").asText()).isEqualTo("ai");
        assertThat(component.path("producerOnly").asBoolean()).isTrue();
        assertThat(component.path("alternativeSchemes").asText()).isEqualTo("llm,llm-gateway");
    }

    @Test
    void everyHeaderConstantIsInTheCatalog() throws Exception {
        List<String> constants = new ArrayList<>();
        for (Field field : LlmConstants.class.getDeclaredFields()) {
            constants.add((String) field.get(null));
        }

        assertThat(Json.fields(read().path("headers")).keySet()).containsExactlyInAnyOrderElementsOf(constants);
    }

    private static TreeSet<String> catalog(String section, String kind) throws IOException {
        Map<String, JsonNode> options = new LinkedHashMap<>(Json.fields(read().path(section)));
        options.values().removeIf(option -> !option.path("kind").asText().equals(kind));
        return new TreeSet<>(options.keySet());
    }

    private static JsonNode read() throws IOException {
        return Json.MAPPER.readTree(Files.readAllBytes(GENERATED.resolve(JSON)));
    }
}
