/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StrictYamlTest {
    @TempDir
    Path home;

    private record Limits(Duration pause, Integer calls) {
        Limits {
            Rules.range("calls", Rules.orElse(calls, 1), 1, 9);
        }
    }

    private record Thing(String name, String place, Set<String> tags, Boolean on, Secret key, Limits limits) {
        Thing {
            Rules.name("name", name);
            tags = Rules.names("tags", tags);
        }
    }

    @Test
    void bindsEntriesInOrderWithTextAsItIsWritten() throws IOException {
        StrictYaml yaml = yaml("""
                things:
                  b: { place: no, tags: [x, y], on: true, limits: { pause: 2s, calls: 3 } }
                  a: { place: 1.10 }
                """);

        var things = yaml.onlyKeys("things").entries("things", "thing", Thing.class);

        assertThat(things.keySet()).containsExactly("b", "a");
        assertThat(things.get("b").value())
                .isEqualTo(new Thing("b", "no", Set.of("x", "y"), true, null, new Limits(Duration.ofSeconds(2), 3)));
        assertThat(things.get("a").value().place()).isEqualTo("1.10");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            plaec: here        | unknown key 'plaec'                              | did you mean 'place'? Known keys: key, limits, on, place, tags
            name: b            | unknown key 'name'                               | Known keys: key, limits, on, place, tags
            limits: {cals: 1}  | unknown key 'limits.cals'                        | did you mean 'calls'? Known keys: calls, pause
            limits: {calls: x} | limits.calls 'x' is not a whole number in range  | write digits only, e.g. 128000
            limits: {calls: 1.5} | limits.calls '1.5' is not a whole number in range | write digits only, e.g. 128000
            limits: {calls: ''} | limits.calls '' is not a whole number in range  | write digits only, e.g. 128000
            limits: {calls: 10} | limits.calls '10' must be between 1 and 9       | give a whole number in that range
            limits: {pause: 20} | limits.pause '20' is not a duration               | write a number with its unit, e.g. 500ms, 20s, 2m, 1h or PT1M30S
            limits: {pause: []} | limits.pause is not a single value                | write one value, not a list or a map
            limits: 5          | limits '5' is not a map of keys                  | put its keys below it, or write {key: value}
            limits: ''         | limits '' is not a map of keys                   | put its keys below it, or write {key: value}
            on: yes            | on 'yes' is neither true nor false               | write true or false
            tags: x            | tags 'x' is not a list                           | write it in brackets: [a, b]
            tags: ''           | tags '' is not a list                            | write it in brackets: [a, b]
            tags: [x, Y]       | tags[1] 'Y' must be in kebab-case                | use lower-case letters, digits and hyphens, e.g. 'gpt-mini'
            place: [x]         | place is not a single value                      | write one value, not a list or a map
            key: [x]           | key is not a single value                        | write one value, not a list or a map
            """)
    void refusesWhatTheRecordDoesNotTake(String line, String problem, String fix) {
        assertThatThrownBy(() -> yaml("things:\n  a:\n    " + line + "\n").entries("things", "thing", Thing.class))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file() + ":3: thing 'a': " + problem + " — " + fix);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "a: 1\\nb: 2\\na: 3"  | 3 | duplicate key 'a', first given in line 1   | keep one of the two
            "a: 1\\nb:\\nc: 3"    | 2 | 'b' has no value                           | give it one, or remove the key
            "a: &x 1\\nb: *x"     | 2 | 'b' is a YAML alias (*…)                   | write the value out
            "a: 1\\nb: !env X"    | 2 | 'b' has the YAML tag !env                  | remove the tag
            "a: 1\\nb: {{x}}"     | 2 | a key that is not plain text               | put a value with a placeholder in quotes: "{{env:NAME}}"
            "- a"                 | 1 | not a map of keys                          | start with 'key:'
            "a: 1\\nb: [1"        | 2:6 | not YAML: expected ',' or ']', but got <stream end> | check indentation, colons and quotes here; a value with a placeholder is written in quotes: "{{env:NAME}}"
            "a: 1\\n--- \\nb: 1"  | 2:1 | not YAML: but found another document       | check indentation, colons and quotes here; a value with a placeholder is written in quotes: "{{env:NAME}}"
            """)
    void refusesUnclearYaml(String text, String line, String problem, String fix) {
        assertThatThrownBy(() -> yaml(text.replace("\\n", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file() + ":" + line + ": " + problem + " — " + fix);
    }

    @Test
    void refusesAnUnknownSection() {
        assertThatThrownBy(() -> yaml("\nthigns: {}\n").onlyKeys("things"))
                .hasMessage(file() + ":2: unknown key 'thigns' — did you mean 'things'? Known keys: things");
    }

    @Test
    void refusesASectionOrEntryThatIsNotAMap() {
        assertThatThrownBy(() -> yaml("\nthings: [a]").entries("things", "thing", Thing.class))
                .hasMessageStartingWith(file() + ":2: 'things' is not a map of keys — ");
        assertThatThrownBy(() -> yaml("things:\n  a: x").entries("things", "thing", Thing.class))
                .hasMessageStartingWith(file() + ":2: 'things.a' is not a map of keys — ");
    }

    @Test
    void refusesAFileThatIsNotThereOrNotText() throws IOException {
        assertThatThrownBy(() -> StrictYaml.read(file(), UnaryOperator.identity()))
                .hasMessageStartingWith(file() + ": does not exist — ");

        Files.write(file(), "a: é".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> StrictYaml.read(file(), UnaryOperator.identity()))
                .hasMessageStartingWith(file() + ": cannot be read — ");

        Files.writeString(file(), "a: 1\nb: \u0007");
        assertThatThrownBy(() -> StrictYaml.read(file(), UnaryOperator.identity()))
                .hasMessageStartingWith(file() + ":2: not YAML: ");
    }

    @Test
    void anEmptyFileHasNoEntries() throws IOException {
        assertThat(yaml("# nothing yet\n").onlyKeys("things").entries("things", "thing", Thing.class))
                .isEmpty();
    }

    @Test
    void defaultsLieBelowEntriesAndKeepTheirLines() throws IOException {
        String text = """
                base:
                  tags: [x, y]
                  limits: { pause: 1s, calls: %s }
                things:
                  a: { tags: [z] }
                  b: { limits: { pause: 5s } }
                """;
        var things = yaml(text.formatted("2")).withDefaults("base", "things").entries("things", "thing", Thing.class);

        assertThat(things.get("a").value().tags()).containsExactly("z");
        assertThat(things.get("b").value().limits()).isEqualTo(new Limits(Duration.ofSeconds(5), 2));
        assertThat(things.get("b").line("limits.calls")).isEqualTo(3);
        assertThatThrownBy(() -> yaml(text.formatted("x"))
                        .withDefaults("base", "things")
                        .entries("things", "thing", Thing.class))
                .hasMessageStartingWith(file() + ":3: thing 'a': limits.calls 'x' is not a whole number");
    }

    @Test
    void aLaterCheckNamesTheLineOfItsKey() throws IOException {
        Located<Thing> thing = yaml("things:\n  a:\n    place: moon\n    tags: [x]\n")
                .entries("things", "thing", Thing.class)
                .get("a");

        assertThat(thing.error("place", "place 'moon' is too far", "choose a nearer one"))
                .hasMessage(file() + ":3: thing 'a': place 'moon' is too far — choose a nearer one");
        assertThat(thing.error("", "is odd", "look").line()).isEqualTo(2);
        assertThat(thing.line("limits.pause"))
                .as("not in the file: the entry itself")
                .isEqualTo(2);
        assertThat(thing.error("tags[0]", "p", "f").column()).isEqualTo(12);
    }

    @Test
    void aWholeFileCanBeOneRecord() throws IOException {
        assertThat(yaml("pause: 2s\ncalls: 4").whole(Limits.class).value())
                .isEqualTo(new Limits(Duration.ofSeconds(2), 4));
        assertThatThrownBy(() -> yaml("pause: 2s\ncalls: 40").whole(Limits.class))
                .hasMessage(file() + ":2: calls '40' must be between 1 and 9 — give a whole number in that range");
    }

    @Test
    void camelResolvesPlaceholders() throws IOException {
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.getPropertiesComponent().addInitialProperty("place", "moon");
            Thing thing = read(
                    "{ place: 'the {{place}}', key: '{{env:SERAI_NO_SUCH:}}', on: '{{env:SERAI_NO_SUCH:true}}' }",
                    camel::resolvePropertyPlaceholders);

            assertThat(thing.place()).isEqualTo("the moon");
            assertThat(thing.key().isEmpty()).isTrue();
            assertThat(thing.on()).isTrue();
            assertThatThrownBy(() -> read("{ key: '{{env:SERAI_NO_SUCH}}' }", camel::resolvePropertyPlaceholders))
                    .hasMessage(
                            file() + ":2: the placeholder in 'things.a.key', {{env:SERAI_NO_SUCH}}, cannot be resolved"
                                    + " — set it, or give a default: {{env:NAME:default}}");
        }
    }

    @Test
    void aSecretStaysHiddenWhereverItIsPutByMistake() {
        UnaryOperator<String> secret = text -> "sk-hidden";

        assertThatThrownBy(() -> read("{ limits: { calls: '{{env:KEY}}' } }", secret))
                .hasMessageContaining("limits.calls '{{env:KEY}}' is not a whole number")
                .hasStackTraceContaining("ConfigException")
                .satisfies(StrictYamlTest::neverShowsTheSecret);
        assertThatThrownBy(() -> read("{ tags: ['{{env:KEY}} '] }", text -> "sk-hidden "))
                .satisfies(StrictYamlTest::neverShowsTheSecret);
        assertThatThrownBy(() -> read("{ limits: { pause: '{{env:KEY}}' } }", secret))
                .satisfies(StrictYamlTest::neverShowsTheSecret);
        assertThatThrownBy(() -> read("{ limits: '{{env:KEY}}' }", secret))
                .satisfies(StrictYamlTest::neverShowsTheSecret);
    }

    @Test
    void aSecretWithAPlaceholderLeftInItIsRefused() {
        assertThatThrownBy(() -> read("{ key: 'sk-{{env:KEY}}' }", UnaryOperator.identity()))
                .hasMessageStartingWith(file() + ":2: thing 'a': key still has a placeholder in it — ");
    }

    private static void neverShowsTheSecret(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            assertThat(cause.toString()).doesNotContain("sk-hidden");
        }
    }

    private Thing read(String entry, UnaryOperator<String> placeholders) throws IOException {
        Files.writeString(file(), "things:\n  a: " + entry + "\n");
        return StrictYaml.read(file(), placeholders)
                .entries("things", "thing", Thing.class)
                .get("a")
                .value();
    }

    private StrictYaml yaml(String text) throws IOException {
        Files.writeString(file(), text);
        return StrictYaml.read(file(), UnaryOperator.identity());
    }

    private Path file() {
        return home.resolve("things.yaml");
    }
}
