/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class SimSchemaTest {
    private static JsonNode make(String yaml) {
        return new SchemaExample(SimJson.readYaml(yaml), 1).make();
    }

    @Test
    void objectsHaveAllProperties() {
        // When
        JsonNode made = make("""
                type: object
                required: [id, extra]
                properties:
                  id: {type: integer, minimum: 5, maximum: 6}
                  name: {type: string, minLength: 30}
                  kind: {enum: [a, b]}
                  fixed: {const: {x: 1}}
                  active: {type: boolean}
                  nothing: {type: "null"}
                  maybe: {type: [string, "null"]}
                  list: {type: array, items: {type: number}, minItems: 3}
                  pair: {prefixItems: [{type: string}, {type: integer}]}
                """);

        // Then
        assertThat(made.path("id").asInt()).isBetween(5, 6);
        assertThat(made.path("name").asText()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(made.path("kind").asText()).isIn("a", "b");
        assertThat(made.at("/fixed/x").asInt()).isEqualTo(1);
        assertThat(made.path("active").isBoolean()).isTrue();
        assertThat(made.path("nothing").isNull()).isTrue();
        assertThat(made.path("maybe").isTextual()).isTrue();
        assertThat(made.path("list")).hasSize(3).allMatch(JsonNode::isNumber);
        assertThat(made.at("/pair/0").isTextual()).isTrue();
        assertThat(made.at("/pair/1").isInt()).isTrue();
        assertThat(made.has("extra")).isTrue();
    }

    @Test
    void referencesAndCombinations() {
        // When
        JsonNode made = make("""
                $defs:
                  base: {type: object, properties: {a: {type: string}}, required: [a]}
                  loop: {$ref: "#/$defs/loop"}
                allOf:
                  - $ref: "#/$defs/base"
                  - {properties: {b: {anyOf: [{type: integer}, {type: string}]}}, required: [b]}
                properties:
                  c: {$ref: "#/$defs/loop"}
                  d: {oneOf: [{const: x}, {const: y}]}
                """);

        // Then
        assertThat(made.path("a").isTextual()).isTrue();
        assertThat(made.path("b").isInt()).isTrue();
        assertThat(made.path("d").asText()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$ref: '#/$defs/n', $defs: {n: {type: object, properties: {next: {$ref: '#/$defs/n'}}}}}",
                "{type: object, required: [c], properties: {c: {type: array, items: {$ref: '#'}}}}",
                "{type: object, required: [c], properties: {c: {anyOf: [{$ref: '#'}, {type: 'null'}]}}}",
                "{type: object, required: [c], properties: {c: {$ref: '#'}}}"
            })
    void recursionEnds(String schema) {
        assertThat(make(schema).toString()).hasSizeLessThan(20_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: integer, exclusiveMinimum: 5, maximum: 6}        | 6
            {type: integer, minimum: 7, exclusiveMaximum: 8}        | 7
            {type: integer, minimum: 10, maximum: 20, multipleOf: 15} | 15
            {type: integer, minimum: -3, maximum: -3}               | -3
            {type: integer, minimum: 9007199254740993, maximum: 9007199254740993} | 9007199254740993
            {type: number, minimum: 0.5, maximum: 0.5}              | 0.5
            {type: number, exclusiveMinimum: 0, exclusiveMaximum: 0.1} | 0.05
            {type: number, minimum: 1, maximum: 1, multipleOf: 0.1} | 1
            """)
    void numbersStayWithinTheirBounds(String schema, String expected) {
        assertThat(make(schema).decimalValue()).isEqualByComparingTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^[A-Z]{3}-\\d{4}$",
                "^(foo|bar)+$",
                "^\\+?[0-9]{7,15}$",
                "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
                "^(?:[a-f0-9]{8})-x?$",
                "^#[0-9a-fA-F]{6}$",
                "^[\\]a]$"
            })
    void patternsMatch(String pattern) {
        // When
        String made = PatternExample.make(pattern);

        // Then
        assertThat(made).isNotNull().matches(Pattern.compile(pattern));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(?=x)y", "[", "(", "\\p{L}", "a{2,1}", "*"})
    void patternsBeyondItGiveNothing(String pattern) {
        assertThat(PatternExample.make(pattern)).isNull();
        assertThat(new SchemaExample(SimJson.object().put("type", "string").put("pattern", pattern), 1)
                        .make()
                        .isTextual())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "date-time,\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ",
        "date,\\d{4}-\\d\\d-\\d\\d",
        "email,.+@example.com",
        "uuid,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        "uri,https://.+",
        "ipv4,192.0.2.\\d+"
    })
    void formats(String format, String expected) {
        assertThat(make("{type: string, format: " + format + "}").asText()).matches(expected);
    }

    @Test
    void uniqueItemsAndMaximumLengths() {
        assertThat(make("{type: array, items: {enum: [a, b]}, minItems: 2, uniqueItems: true}"))
                .hasSize(2)
                .doesNotHaveDuplicates();
        assertThat(make("{type: string, maxLength: 2}").asText()).hasSize(2);
        assertThat(make("{type: array, items: true, maxItems: 1}")).hasSize(1);
    }
}
