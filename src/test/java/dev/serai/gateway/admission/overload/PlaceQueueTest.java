/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.llm.Cancellation;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

import static dev.serai.gateway.admission.overload.QueueBed.claim;
import static dev.serai.gateway.admission.overload.QueueBed.hurried;
import static dev.serai.gateway.admission.overload.QueueBed.patient;
import static dev.serai.gateway.admission.overload.QueueBed.plain;
import static dev.serai.gateway.admission.overload.QueueBed.refusal;
import static org.assertj.core.api.Assertions.assertThat;

/** Who gets a place, who waits, and who is refused (K2). */
class PlaceQueueTest {
    @Test
    @DisplayName("K2: the most urgent is served first, and of two that are as urgent the one that came first")
    void servesByPriorityThenInOrder() {
        // Given
        QueueBed bed = new QueueBed(1, 10, plain()).full("a");
        bed.ask("normal", claim(5, "a"));
        bed.ask("low", claim(0, "a"));
        bed.ask("urgent", claim(9, "a"));
        bed.ask("normal too", claim(5, "a"));
        // When
        List<String> served = bed.next(4);
        // Then
        assertThat(served).containsExactly("urgent", "normal", "normal too", "low");
        assertThat(bed.queue.waiting()).isZero();
    }

    @Test
    @DisplayName("K2: a place is counted once, however often it is given back")
    void aPlaceIsReturnedOnce() {
        // Given
        QueueBed bed = new QueueBed(2, 0, plain());
        Place place = bed.queue.tryTake(claim(5, "a"));
        bed.queue.tryTake(claim(5, "a"));
        // When
        place.release();
        place.release();
        // Then
        assertThat(bed.queue.inUse()).isEqualTo(1);
    }

    @Test
    @DisplayName("K2: in a full queue the newest of the least urgent makes room for one that is more urgent")
    void shedsTheLeastUrgent() {
        // Given
        QueueBed bed = new QueueBed(1, 3, plain()).full("a");
        CompletableFuture<Place> older = bed.ask("older", claim(2, "a"));
        CompletableFuture<Place> newer = bed.ask("newer", claim(2, "a"));
        CompletableFuture<Place> normal = bed.ask("normal", claim(5, "a"));
        // When
        bed.ask("urgent", claim(8, "a"));
        // Then
        LlmException shed = refusal(newer);
        assertThat(shed.errorClass()).isEqualTo(ErrorClass.OVERLOADED);
        assertThat(shed.code()).isEqualTo("shed");
        assertThat(shed.retryAfter()).isPresent();
        assertThat(older).isNotDone();
        assertThat(normal).isNotDone();
        assertThat(bed.queue.waiting()).isEqualTo(3);
    }

    @Test
    @DisplayName("K2: in a full queue one that is not more urgent than anybody is refused at once")
    void refusesTheLeastUrgentNewcomer() {
        // Given
        QueueBed bed = new QueueBed(1, 1, plain()).full("a");
        bed.ask("first", claim(5, "a"));
        // When
        LlmException same = refusal(bed.ask("same", claim(5, "a")));
        LlmException lower = refusal(bed.ask("lower", claim(1, "a")));
        // Then
        assertThat(same.code()).isEqualTo("queue_full");
        assertThat(lower.code()).isEqualTo("queue_full");
        assertThat(same.retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30)));
        assertThat(bed.next()).isEqualTo("first");
    }

    @Test
    @DisplayName("K2: requests that wait have a bound in bytes, too")
    void boundsTheBytes() {
        // Given
        QueueBed bed = new QueueBed(1, new QueueRules(10, 100, plain())).full("a");
        CompletableFuture<Place> large = bed.ask("large", new Claim(5, "a", 90, Long.MAX_VALUE, false));
        // When
        LlmException refused = refusal(bed.ask("another", new Claim(5, "a", 90, Long.MAX_VALUE, false)));
        bed.ask("urgent", new Claim(6, "a", 90, Long.MAX_VALUE, false));
        // Then
        assertThat(refused.code()).isEqualTo("queue_full");
        assertThat(refusal(large).code()).isEqualTo("shed");
    }

    @Test
    @DisplayName(
            "K2: a call that would wait for longer than it can is refused at once, by how long places were kept so far")
    void refusesWhatCannotBeInTime() {
        // Given
        QueueBed bed = new QueueBed(1, 10, plain());
        for (int i = 0; i < 3; i++) {
            Place place = bed.queue.tryTake(claim(5, "a"));
            bed.clock.addAndGet(Duration.ofSeconds(10).toNanos());
            place.release();
        }
        bed.full("a");
        bed.clock.addAndGet(Duration.ofSeconds(5).toNanos());
        // When
        LlmException hopeless = refusal(bed.ask("hopeless", hurried(Duration.ofSeconds(3))));
        CompletableFuture<Place> likely = bed.ask("likely", hurried(Duration.ofSeconds(60)));
        // Then
        assertThat(hopeless.code()).isEqualTo("no_time");
        assertThat(hopeless.retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(10)));
        assertThat(likely).isNotDone();
    }

    @Test
    @DisplayName("K2: a call that has waited for as long as it may is refused, and is in nobody's way")
    void givesUpInTime() {
        // Given
        QueueBed bed = new QueueBed(1, 10, plain()).full("a");
        // When
        LlmException late = refusal(bed.ask("late", hurried(Duration.ofMillis(5))));
        bed.ask("next", claim(5, "a"));
        // Then
        assertThat(late.code()).isEqualTo("queue_timeout");
        assertThat(bed.next()).isEqualTo("next");
    }

    @Test
    @DisplayName("K2 H5: a call that is cancelled while it waits leaves at once, with the reason of that")
    void leavesWhenItIsCancelled() {
        // Given
        QueueBed bed = new QueueBed(1, 10, plain()).full("a");
        Cancellation cancellation = new Cancellation();
        CompletableFuture<Place> gone = bed.ask("gone", claim(9, "a"), cancellation);
        bed.ask("next", claim(1, "a"));
        LlmException reason = LlmException.of(ErrorClass.CANCELLED).build();
        // When
        cancellation.cancel(reason);
        // Then
        assertThat(bed.queue.waiting()).isEqualTo(1);
        assertThat(refusal(gone)).isSameAs(reason);
        assertThat(bed.next()).isEqualTo("next");
    }

    @Test
    @DisplayName("K2: places that a risen limit adds go to those who wait; a fallen one takes nobody's place")
    void followsTheLimit() {
        // Given
        QueueBed bed = new QueueBed(1, 10, plain()).full("a");
        bed.ask("first", claim(5, "a"));
        bed.ask("second", claim(5, "a"));
        // When
        bed.limit.set(2);
        bed.queue.limitChanged();
        // Then
        assertThat(bed.served()).isEqualTo("first");
        // When
        bed.limit.set(1);
        bed.queue.limitChanged();
        // Then
        assertThat(bed.queue.inUse()).isEqualTo(2);
        assertThat(bed.queue.tryTake(claim(9, "a"))).isNull();
    }

    @Test
    @DisplayName("A5 K2: a patient call waits beyond the bounds, and is not shed")
    void thePatientWait() {
        // Given
        QueueBed bed = new QueueBed(1, 1, plain()).full("a");
        CompletableFuture<Place> patient = bed.ask("patient", patient(0, "a"));
        CompletableFuture<Place> another = bed.ask("another", patient(0, "a"));
        bed.ask("normal", claim(5, "a"));
        // When
        CompletableFuture<Place> urgent = bed.ask("urgent", claim(9, "a"));
        // Then
        assertThat(List.of(patient, another, urgent)).noneMatch(CompletableFuture::isDone);
        assertThat(bed.next(3)).containsExactly("urgent", "patient", "another");
    }

    @Test
    @DisplayName(
            "K2: under many threads that come, leave and give back there are never more than the limit, and none at the end")
    void keepsCount() throws InterruptedException {
        // Given
        QueueBed bed = new QueueBed(7, 20, new Shares(0.5, 7, 0.2, 0.1));
        List<Thread> threads = new ArrayList<>();
        List<Integer> most = java.util.Collections.synchronizedList(new ArrayList<>());
        // When
        for (int i = 0; i < 60; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> comeAndGo(bed, number, most)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // Then
        assertThat(most).isNotEmpty().allMatch(inUse -> inUse <= 7);
        assertThat(bed.queue.inUse()).isZero();
        assertThat(bed.queue.waiting()).isZero();
        assertThat(bed.queue.view().byTenant()).isEmpty();
    }

    private static void comeAndGo(QueueBed bed, int number, List<Integer> most) {
        for (int i = 0; i < 100; i++) {
            Cancellation cancellation = new Cancellation();
            if ((number + i) % 3 == 0) {
                Thread.startVirtualThread(() -> cancellation.cancel(
                        LlmException.of(ErrorClass.CANCELLED).build()));
            }
            try {
                Place place = bed.queue.take(claim((number + i) % 10, "tenant-" + number % 4), cancellation);
                most.add(bed.queue.inUse());
                Thread.yield();
                place.release();
            } catch (LlmException e) {
                // refused, or cancelled
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
