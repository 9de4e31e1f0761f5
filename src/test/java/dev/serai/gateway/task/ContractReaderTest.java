/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Texts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ContractReaderTest {
    @Test
    @DisplayName("H6: a broken stream is an error unless the task says otherwise")
    void interruptionIsAnErrorByDefault() {
        assertThat(read(Map.of("owner", "me")).interruption()).isEqualTo(TaskContract.Interruption.ERROR);
    }

    @Test
    @DisplayName("H6: a task that makes one attempt cannot restart")
    void oneAttemptCannotRestart() {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> read(Map.of("owner", "me", "interruption", "restart", "maxAttempts", "1")))
                .withMessageContaining("interruption 'restart' needs a second attempt, and maxAttempts is 1");
        assertThat(read(Map.of("owner", "me", "interruption", "buffer", "maxAttempts", "1"))
                        .interruption())
                .isEqualTo(TaskContract.Interruption.BUFFER);
    }

    private static TaskContract read(Map<String, String> parameters) {
        return new ContractReader(Texts.onDisk(Path.of("")), parameters).read();
    }
}
