/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.serai.gateway.fleet.KillSwitch.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An instance alone keeps its kill switches on the disk (K4). */
class KillSwitchesTest {
    @TempDir
    Path home;

    private Path file;

    @BeforeEach
    void file() {
        file = home.resolve("data/kill-switches.json");
    }

    @Test
    @DisplayName("K4: a restart finds what was switched off, and what was cleared stays cleared")
    void survivesARestart() {
        // Given
        KillSwitches before = new KillSwitches(Fleet.alone(), file);
        before.set(Kind.PROVIDER, "openai", true, "incident", "ops").join();
        before.set(Kind.TASK, "answer", true, null, "ops").join();
        before.set(Kind.TASK, "answer", false, null, "ops").join();
        // When
        KillSwitches after = new KillSwitches(Fleet.alone(), file);
        // Then
        assertThat(after.isOn(Kind.PROVIDER, "openai")).isTrue();
        assertThat(after.isOn(Kind.TASK, "answer")).isFalse();
        assertThat(after.isOn(Kind.DEPLOYMENT, "openai")).isFalse();
        assertThat(after.all()).extracting(KillSwitch::reason).containsExactly("incident");
        assertThat(after.find(Kind.TASK, "answer").on()).isFalse();
    }

    @Test
    @DisplayName("K4: a file that cannot be read stops the start: nothing comes back unseen")
    void refusesABrokenFile() throws Exception {
        // Given
        Files.createDirectories(file.getParent());
        Files.writeString(file, "[{\"kind\":");
        // Then
        assertThatThrownBy(() -> new KillSwitches(Fleet.alone(), file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("kill-switches.json");
    }
}
