/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FirstRunKeyTest {
    @TempDir
    Path home;

    @Test
    void isMadeOnceForItsOwnerOnlyAndReadBackLater() throws IOException {
        FirstRunKey first = read("data/keys/first");
        FirstRunKey second = read("data/keys/first");

        Path file = home.resolve("data/keys/first");
        assertThat(first.file()).isEqualTo(file.toAbsolutePath());
        assertThat(first.made()).isTrue();
        assertThat(first.key().reveal()).matches("sk-serai-[A-Za-z0-9_-]{43}");
        assertThat(second.made()).isFalse();
        assertThat(second.key()).isEqualTo(first.key());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(first.toString()).doesNotContain(first.key().reveal());
    }

    @Test
    void startsAtTheSameTimeAgreeOnOneKeyAndLeaveNothingBehind() throws Exception {
        int starts = 8;
        write("data/first");
        CyclicBarrier together = new CyclicBarrier(starts);
        List<Future<FirstRunKey>> pending = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(starts)) {
            for (int i = 0; i < starts; i++) {
                pending.add(threads.submit(() -> {
                    together.await();
                    return load();
                }));
            }
        }

        List<FirstRunKey> keys = new ArrayList<>();
        for (Future<FirstRunKey> key : pending) {
            keys.add(key.get());
        }
        assertThat(keys).extracting(FirstRunKey::key).containsOnly(keys.get(0).key());
        assertThat(keys).filteredOn(FirstRunKey::made).hasSize(1);
        try (Stream<Path> left = Files.list(home.resolve("data"))) {
            assertThat(left).containsExactly(home.resolve("data/first"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../first", "data/../../first", "/tmp/first", ".", "data/.."})
    void staysBelowHome(String keyFile) {
        assertThatThrownBy(() -> read(keyFile))
                .hasMessage(file() + ":3: caller 'first-run': keyFile is not below Serai's home"
                        + " — give a relative path, e.g. data/first-run-key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sk-serai-short", "something else"})
    void refusesAFileWithoutAKey(String content) throws IOException {
        Files.writeString(home.resolve("first"), content);

        assertThatThrownBy(() -> read("first"))
                .hasMessage(file() + ":3: caller 'first-run': keyFile '" + home.resolve("first")
                        + "' has no gateway key in it — delete it: a new one is made");
    }

    @Test
    void saysWhenItCanNeitherBeReadNorMade() throws IOException {
        Files.writeString(home.resolve("data"), "a file where the folder should be");

        assertThatThrownBy(() -> read("data/first"))
                .hasMessageStartingWith(file() + ":3: caller 'first-run': keyFile '" + home.resolve("data/first")
                        + "' can neither be read nor made (")
                .hasMessageEndingWith(") — check the folder's permissions, or give a keyHash instead");
    }

    @Test
    void isNotMadeWhileTheFileHasAMistakeElsewhere() {
        String mistake = "  other:\n    keyHash: none\n";

        assertThatThrownBy(() -> {
                    write("first");
                    Files.writeString(file(), Files.readString(file()) + mistake);
                    load();
                })
                .hasMessageContaining("caller 'other'");
        assertThat(home.resolve("first")).doesNotExist();
    }

    private FirstRunKey read(String keyFile) throws IOException {
        write(keyFile);
        return load();
    }

    private void write(String keyFile) throws IOException {
        Files.writeString(file(), """
                callers:
                  first-run:
                    keyFile: %s
                    organisation: local
                    team: local
                    feature: first-run
                    dataClasses: [public]
                """.formatted(keyFile));
    }

    private FirstRunKey load() {
        return Callers.read(file(), home, UnaryOperator.identity()).keyFiles().get(0);
    }

    private Path file() {
        return home.resolve("callers.yaml");
    }
}
