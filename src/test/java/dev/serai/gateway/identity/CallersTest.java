/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.serai.gateway.config.ConfigException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CallersTest {
    private static final String HASH = KeyHash.of("sk-serai-one").toString();
    private static final String OTHER = KeyHash.of("sk-serai-two").toString();
    private static final String REST = """
                organisation: acme
                team: support
                feature: web-chat
                dataClasses: [public]
            """;

    @TempDir
    Path home;

    @Test
    void readsACallerAndFindsItByItsKey() throws IOException {
        CallerDirectory directory = read("  support-web:\n    keyHash: " + HASH + "\n    permissions: [diagnose]\n"
                        + "    tasks: [support-answer]\n    regions: [eu]\n    priority: 7\n" + REST)
                .directory();

        Caller caller = directory.find(KeyHash.of("sk-serai-one")).orElseThrow();
        assertThat(caller)
                .isEqualTo(new Caller(
                        "support-web",
                        "acme",
                        "support",
                        "web-chat",
                        Set.of(Permission.DIAGNOSE),
                        Set.of("support-answer"),
                        Set.of("public"),
                        Set.of("eu"),
                        7));
        assertThat(caller.may(Permission.DIAGNOSE)).isTrue();
        assertThat(caller.may(Permission.PIN)).isFalse();
        assertThat(caller.mayCall("support-answer")).isTrue();
        assertThat(caller.mayCall("other")).isFalse();
        assertThat(directory.find(KeyHash.of("sk-serai-two"))).isEmpty();
    }

    @Test
    void unlessGivenACallerHasNoPermissionAllTasksAndMiddlePriority() throws IOException {
        Caller caller = read("  a:\n    keyHash: " + HASH + "\n" + REST)
                .directory()
                .find(KeyHash.of("sk-serai-one"))
                .orElseThrow();

        assertThat(caller.permissions()).isEmpty();
        assertThat(caller.mayCall("anything")).isTrue();
        assertThat(caller.regions()).isEmpty();
        assertThat(caller.priority()).isEqualTo(5);
    }

    @Test
    void bothKeysWorkWhileOneReplacesTheOther() throws IOException {
        CallerDirectory directory = read("  a:\n    keyHashes: [\"" + HASH + "\", \"" + OTHER + "\"]\n" + REST)
                .directory();

        assertThat(directory.find(KeyHash.of("sk-serai-one")))
                .isPresent()
                .isEqualTo(directory.find(KeyHash.of("sk-serai-two")));
        assertThat(directory.callers()).hasSize(1);
    }

    @Test
    void theHashIsWhatSha256sumPrints() {
        assertThat(KeyHash.of("abc"))
                .hasToString("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(KeyHash.parse("keyHash", HASH)).isEqualTo(KeyHash.of("sk-serai-one"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            permissions: [pin, root] | permissions[1] 'root' is unknown     | Known permissions: admin, diagnose, pin
            permission: [pin]        | unknown key 'permission'             | did you mean 'permissions'? Known keys: budgets, dataClasses, feature, keyFile, keyHash, keyHashes, organisation, permissions, priority, quotas, regions, tasks, team
            tasks: [Answer]          | tasks[0] 'Answer' must be in kebab-case | use lower-case letters, digits and hyphens, e.g. 'gpt-mini'
            priority: 10             | priority '10' must be between 0 and 9 | give a whole number in that range
            quotas: {requestsPerMinute: 0} | quotas.requestsPerMinute '0' must be between 1 and 2147483647 | give a whole number in that range
            organisation: Acme Inc   | organisation 'Acme Inc' must be in kebab-case | use lower-case letters, digits and hyphens, e.g. 'gpt-mini'
            dataClasses: []          | dataClasses is empty                 | list at least one
            """)
    void refusesABrokenLine(String line, String problem, String fix) {
        String key = line.substring(0, line.indexOf(':'));
        String rest = REST.replaceAll("    " + key + ":.*\n", "");

        assertThatThrownBy(() -> read("  a:\n    " + line + "\n    keyHash: " + HASH + "\n" + rest))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file() + ":3: caller 'a': " + problem + " — " + fix);
    }

    @ParameterizedTest
    @CsvSource({"organisation", "team", "feature", "dataClasses"})
    void refusesAMissingKey(String key) {
        String rest = REST.replaceAll("    " + key + ":.*\n", "");

        assertThatThrownBy(() -> read("  a:\n    keyHash: " + HASH + "\n" + rest))
                .hasMessage(file() + ":2: caller 'a': " + key + " is missing — add '" + key + ":'");
    }

    @Test
    @DisplayName("B2: a caller may have no key in the file: the admin API makes its keys")
    void aCallerMayHaveNoKeyHere() throws IOException {
        CallerDirectory directory = read("  a:\n" + REST).directory();

        assertThat(directory.named("a")).get().extracting(Caller::team).isEqualTo("support");
        assertThat(directory.hashes("a")).isEmpty();
    }

    @Test
    void refusesACallerWithTwoKindsOfKeys() {
        assertThatThrownBy(() -> read("  a:\n    keyHash: " + HASH + "\n    keyFile: data/key\n" + REST))
                .hasMessage(file() + ":4: caller 'a': keyFile is given beside keyHash — keep one of the two");
        assertThat(home.resolve("data")).doesNotExist();
    }

    @Test
    void refusesAHashThatIsNone() {
        assertThatThrownBy(() -> read("  a:\n    keyHash: sk-serai-in-clear\n" + REST))
                .hasMessageStartingWith(file() + ":3: caller 'a': keyHash is not a key's hash — write sha256: and")
                .hasMessageNotContaining("in-clear");
        assertThatThrownBy(() -> read("  a:\n    keyHashes:\n      - " + HASH + "\n      - sha256:12\n" + REST))
                .hasMessageStartingWith(file() + ":5: caller 'a': keyHashes[1] is not a key's hash — ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = "[]\n[H, H]\n[H, O, H]")
    void refusesNoHashTheSameTwiceOrMoreThanTwo(String hashes) {
        String list = hashes.replace("H", "'" + HASH + "'").replace("O", "'" + OTHER + "'");

        assertThatThrownBy(() -> read("  a:\n    keyHashes: " + list + "\n" + REST))
                .hasMessage(file() + ":3: caller 'a': keyHashes must have one hash, or two different ones"
                        + " — remove the ones that are retired");
    }

    @Test
    void refusesTwoCallersWithOneKey() {
        String both = "  a:\n    keyHash: " + HASH + "\n" + REST + "  b:\n    keyHash: " + HASH + "\n" + REST;

        assertThatThrownBy(() -> read(both))
                .hasMessage(file() + ":9: caller 'b': keyHash is the key of caller 'a' too"
                        + " — give each caller a key of its own");
    }

    @Test
    void theShippedFileGivesAFirstRunKey() throws IOException {
        Callers callers = Callers.read(Path.of("config/callers.yaml"), home, UnaryOperator.identity());

        FirstRunKey key = callers.keyFiles().get(0);
        Caller caller = callers.directory().find(KeyHash.of(key.key().reveal())).orElseThrow();
        assertThat(key.made()).isTrue();
        assertThat(key.caller()).isEqualTo("first-run");
        assertThat(caller.permissions()).containsExactlyInAnyOrder(Permission.DIAGNOSE, Permission.PIN);
    }

    @Test
    void theShippedExamplesAreRight() throws IOException {
        String examples = Files.readString(Path.of("config/callers.yaml"))
                .replaceAll("(?m)^  # (?= *\\S+:)", "  ")
                .replace("keyHash: sha256:…", "keyHash: " + HASH);
        Files.writeString(file(), examples);

        assertThat(Callers.read(file(), home, UnaryOperator.identity())
                        .directory()
                        .find(KeyHash.of("sk-serai-one")))
                .get()
                .extracting(Caller::name)
                .isEqualTo("support-web");
    }

    private Callers read(String entries) throws IOException {
        Files.writeString(file(), "callers:\n" + entries);
        return Callers.read(file(), home, UnaryOperator.identity());
    }

    private Path file() {
        return home.resolve("callers.yaml");
    }
}
