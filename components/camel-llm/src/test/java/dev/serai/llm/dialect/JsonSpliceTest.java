/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonSpliceTest {
    private static final List<String> NAMES = List.of("model", "a", "\u00e4\"\\", "\ud83d\ude00", "stream_options", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|{\"model\":\"m\"}",
                " { } |` {\"model\":\"m\" } `",
                "{\"model\":null}|{\"model\":\"m\"}",
                "{\"model\" : \"x\\\"y\" , \"a\":1}|{\"model\" : \"m\" , \"a\":1}",
                "{\"a\":{\"model\":1}}|{\"a\":{\"model\":1},\"model\":\"m\"}",
                "{\"model\":1,\"a\":2,\"model\":[3]}|{\"model\":\"m\",\"a\":2,\"model\":\"m\"}",
                "{\"mod\\u0065l\":1}|{\"mod\\u0065l\":\"m\"}",
                "{\"a\":1e5\t}|{\"a\":1e5,\"model\":\"m\"\t}",
            })
    void setsAField(String json, String expected) throws LlmException {
        assertThat(text(splice(json).set("model", TextNode.valueOf("m"))).strip())
                .isEqualTo(expected.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"model\":1}|{}",
                "{\"model\":1, \"a\":2}|{\"a\":2}",
                "{\"a\":2 , \"model\":1 }|{\"a\":2 }",
                "{\"a\":2,\"model\":1,\"b\":3}|{\"a\":2,\"b\":3}",
                "{\"model\":1,\"a\":2,\"model\":3}|{\"a\":2}",
                "{\"a\":2}|{\"a\":2}",
            })
    void removesAField(String json, String expected) throws LlmException {
        assertThat(text(splice(json).remove("model"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|{\"o\":{\"on\":true}}",
                "{\"o\":null}|{\"o\":{\"on\":true}}",
                "{\"o\": { } }|{\"o\": {\"on\":true } }",
                "{\"o\":{\"on\": false, \"x\":1}}|{\"o\":{\"on\": true, \"x\":1}}",
                "{\"o\":{\"x\":1}}|{\"o\":{\"x\":1,\"on\":true}}",
            })
    void setsANestedField(String json, String expected) throws LlmException {
        assertThat(text(splice(json).setNested("o", "on", BooleanNode.TRUE))).isEqualTo(expected);
    }

    @Test
    void readsTheLastOfSeveral() throws LlmException {
        JsonSplice splice = splice("{\"a\":1,\"a\":2,\"b\":null}");

        assertThat(splice.get("a")).isEqualTo(IntNode.valueOf(2));
        assertThat(splice.get("b")).isNull();
        assertThat(splice.get("c")).isNull();
    }

    @Test
    void keepsAByteOrderMark() throws LlmException {
        assertThat(text(splice("\uFEFF{\"model\":1,\"\u00e4\":2}").set("model", IntNode.valueOf(3))))
                .isEqualTo("\uFEFF{\"model\":3,\"\u00e4\":2}");
    }

    @Test
    void setsNoLimitOfItsOwn() throws LlmException {
        String deep = "[".repeat(5000) + "]".repeat(5000);

        assertThat(text(splice("{\"a\":" + deep + ",\"b\":1}").remove("b"))).isEqualTo("{\"a\":" + deep + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", "{", "{\"a\":}", "{} {}", "{\"a\":1}x", "{\"a\":\"x}"})
    void refusesWhatIsNoObject(String json) {
        assertThatThrownBy(() -> splice(json))
                .isInstanceOfSatisfying(
                        LlmException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.INVALID_REQUEST));
    }

    @Test
    void refusesUtf16() {
        assertThatThrownBy(() -> new JsonSplice("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE)))
                .isInstanceOf(LlmException.class);
    }

    @Test
    void doesToTheBytesWhatAnEditDoesToTheTree() throws Exception {
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            // Given
            List<String> names = new ArrayList<>();
            String json = object(random, 0, names);
            ObjectNode tree = (ObjectNode) Json.MAPPER.readTree(json);
            JsonSplice splice = splice(json);
            String name = NAMES.get(random.nextInt(NAMES.size()));
            JsonNode value = random.nextInt(3) == 0 ? null : Json.MAPPER.readTree(value(random, 1));

            // When
            String spliced = text(splice.set(name, value));

            // Then
            if (value == null) {
                tree.remove(name);
            } else {
                tree.set(name, value);
            }
            assertThat(Json.MAPPER.readTree(spliced))
                    .as("seed %d: %s", seed, json)
                    .isEqualTo(tree);
            if (!names.contains(name)) {
                assertThat(othersRemoved(spliced, name, value))
                        .as("seed %d", seed)
                        .isEqualTo(json);
            }
        }
    }

    @Test
    void undoesAnInsertByteForByte() throws Exception {
        for (int seed = 0; seed < 1000; seed++) {
            String json = object(new Random(seed), 0, new ArrayList<>());
            String inserted = text(splice(json).set("new", IntNode.valueOf(1)));

            assertThat(text(splice(inserted).remove("new"))).isEqualTo(json);
        }
    }

    private static String othersRemoved(String spliced, String name, JsonNode value) throws LlmException {
        return value == null ? spliced : text(splice(spliced).remove(name));
    }

    private static JsonSplice splice(String json) throws LlmException {
        return new JsonSplice(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(JsonSplice splice) throws LlmException {
        return new String(splice.toBytes(), StandardCharsets.UTF_8);
    }

    private static String object(Random random, int depth, List<String> names) {
        StringBuilder json = new StringBuilder("{").append(blank(random));
        int size = random.nextInt(6);
        for (int i = 0; i < size; i++) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            names.add(name);
            json.append(i == 0 ? "" : ",")
                    .append(blank(random))
                    .append(TextNode.valueOf(name))
                    .append(blank(random))
                    .append(':')
                    .append(blank(random))
                    .append(value(random, depth + 1))
                    .append(blank(random));
        }
        return json.append('}').toString();
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 6 : 8)) {
            case 0 -> "null";
            case 1 -> "true";
            case 2 -> Integer.toString(random.nextInt() >> random.nextInt(31));
            case 3 -> "-1.5E+10";
            case 4 -> "\"\\\\\\\"\u00e4\ud83d\ude00\\u00e9{[,\"";
            case 5 -> "\"\"";
            case 6 -> "[" + value(random, depth + 1) + blank(random) + "," + value(random, depth + 1) + "]";
            default -> object(random, depth, new ArrayList<>());
        };
    }

    private static String blank(Random random) {
        return List.of("", "", " ", "\n\t", "\r\n").get(random.nextInt(5));
    }
}
