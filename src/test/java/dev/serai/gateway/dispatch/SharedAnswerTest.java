/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.dispatch;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("L8: who shares the cost of an answer")
class SharedAnswerTest {
    private final SharedAnswer answer = new SharedAnswer(call());

    @Test
    @DisplayName(
            "whoever is still there when a stream breaks: what there is of it comes, though none has been read yet")
    void whoeverIsStillThere() {
        // Given
        SharedAnswer.Share there = join(new AtomicLong(0));
        SharedAnswer.Share leftWithSome = join(new AtomicLong(7));
        SharedAnswer.Share leftWithNothing = join(new AtomicLong(0));
        leftWithSome.leave();
        leftWithNothing.leave();
        // When
        answer.end(20);
        // Then
        assertThat(answer.isSharedBy(there)).isTrue();
        assertThat(answer.isSharedBy(leftWithSome)).isTrue();
        assertThat(answer.isSharedBy(leftWithNothing)).isFalse();
        assertThat(answer.calls()).isEqualTo(3);
    }

    @Test
    @DisplayName("nobody, where there was nothing of it")
    void nothingOfIt() {
        // Given
        SharedAnswer.Share there = join(new AtomicLong(0));
        // When
        answer.end(0);
        // Then
        assertThat(answer.isSharedBy(there)).isFalse();
        assertThat(answer.calls()).isEqualTo(1);
        assertThat(answer.join(call(), () -> 0)).isFalse();
    }

    private SharedAnswer.Share join(AtomicLong taken) {
        Call call = call();
        assertThat(answer.join(call, taken::get)).isTrue();
        return SharedAnswer.joinedBy(call);
    }

    private static Call call() {
        return new Call("req_1", "openai-chat", null);
    }
}
