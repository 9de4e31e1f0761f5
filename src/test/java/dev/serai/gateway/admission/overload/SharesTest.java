/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static dev.serai.gateway.admission.overload.QueueBed.claim;
import static dev.serai.gateway.admission.overload.QueueBed.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whose the places are: of priorities, and of tenants (K1, K2, K5). */
class SharesTest {
    @Test
    @DisplayName("K5: tenants that are as urgent take turns, however many of one wait")
    void tenantsTakeTurns() {
        // Given
        QueueBed bed = new QueueBed(1, 20, QueueBed.plain()).full("noisy");
        for (int i = 1; i <= 4; i++) {
            bed.ask("noisy " + i, claim(5, "noisy"));
        }
        bed.ask("quiet 1", claim(5, "quiet"));
        bed.ask("quiet 2", claim(5, "quiet"));
        // When
        List<String> served = bed.next(6);
        // Then
        assertThat(served).containsExactly("noisy 1", "quiet 1", "noisy 2", "quiet 2", "noisy 3", "noisy 4");
    }

    @Test
    @DisplayName("K5: a tenant alone has all places; once another one waits, it gets none beyond its share")
    void noTenantTakesAnothersShare() {
        // Given
        QueueBed bed = new QueueBed(4, 20, new Shares(0.5, 9, 0, 0)).full("noisy");
        bed.ask("noisy, urgent", claim(9, "noisy"));
        bed.ask("quiet 1", claim(1, "quiet"));
        bed.ask("quiet 2", claim(1, "quiet"));
        bed.ask("quiet 3", claim(1, "quiet"));
        // When
        List<String> served = bed.next(4);
        // Then
        assertThat(served).containsExactly("quiet 1", "quiet 2", "noisy, urgent", "quiet 3");
    }

    @Test
    @DisplayName("K5: places that no other tenant wants are had by whoever wants them")
    void idlePlacesAreUsed() {
        // Given
        QueueBed bed = new QueueBed(4, 20, new Shares(0.25, 9, 0, 0)).full("noisy");
        bed.ask("noisy 5", claim(5, "noisy"));
        // When, Then
        assertThat(bed.next()).isEqualTo("noisy 5");
    }

    @Test
    @DisplayName("K5: a tenant that fills the queue gives up room to another one that is as urgent")
    void theQueueIsShared() {
        // Given
        QueueBed bed = new QueueBed(1, 3, QueueBed.plain()).full("noisy");
        bed.ask("noisy 1", claim(5, "noisy"));
        bed.ask("noisy 2", claim(5, "noisy"));
        CompletableFuture<Place> newest = bed.ask("noisy 3", claim(5, "noisy"));
        // When
        CompletableFuture<Place> quiet = bed.ask("quiet", claim(5, "quiet"));
        // Then
        assertThat(refusal(newest).code()).isEqualTo("shed");
        assertThat(quiet).isNotDone();
        // When
        CompletableFuture<Place> second = bed.ask("quiet 2", claim(5, "quiet"));
        // Then
        assertThat(refusal(second).code()).isEqualTo("queue_full");
    }

    @Test
    @DisplayName("K1: places are kept for the reserved priorities, which find one at once while others wait")
    void placesAreReserved() {
        // Given
        QueueBed bed = new QueueBed(10, 20, new Shares(1, 7, 0.2, 0));
        for (int i = 0; i < 8; i++) {
            assertThat(bed.queue.tryTake(claim(6, "a"))).isNotNull();
        }
        // When
        CompletableFuture<Place> normal = bed.ask("normal", claim(6, "a"));
        Place urgent = bed.queue.tryTake(claim(7, "a"));
        Place another = bed.queue.tryTake(claim(9, "a"));
        // Then
        assertThat(normal).isNotDone();
        assertThat(urgent).isNotNull();
        assertThat(another).isNotNull();
        // When
        urgent.release();
        // Then
        assertThat(normal).isNotDone();
        assertThat(bed.queue.tryTake(claim(7, "a"))).isNotNull();
    }

    @Test
    @DisplayName(
            "K2: one in four places goes to whoever of the lower priorities has waited longest, so that none starves")
    void theLowDoNotStarve() {
        // Given
        QueueBed bed = new QueueBed(1, 50, new Shares(1, 9, 0, 0.25)).full("a");
        bed.ask("low", claim(0, "a"));
        bed.ask("middle", claim(3, "a"));
        for (int i = 1; i <= 8; i++) {
            bed.ask("high " + i, claim(6, "a"));
        }
        // When
        List<String> served = bed.next(10);
        // Then
        assertThat(served)
                .containsExactly(
                        "high 1", "high 2", "high 3", "low", "high 4", "high 5", "high 6", "middle", "high 7",
                        "high 8");
    }

    @Test
    @DisplayName("K2: the reserved priorities wait behind nobody while they have less than what is reserved")
    void theLowHaveNoTurnInTheReserve() {
        // Given
        QueueBed bed = new QueueBed(4, 50, new Shares(1, 7, 0.5, 1));
        Place first = bed.queue.tryTake(claim(3, "a"));
        bed.queue.tryTake(claim(3, "a"));
        bed.limit.set(2);
        CompletableFuture<Place> low = bed.ask("low", claim(0, "a"));
        bed.ask("urgent", claim(9, "a"));
        // When
        first.release();
        // Then
        assertThat(bed.served()).isEqualTo("urgent");
        assertThat(low).isNotDone();
    }

    @Test
    @DisplayName("K2: shares that cannot be are refused by the name of their key")
    void refusesWrongShares() {
        assertThatThrownBy(() -> new Shares(1.5, 7, 0.1, 0.1)).hasMessageContaining("serai.overload.tenant-share");
        assertThatThrownBy(() -> new Shares(0.5, 10, 0.1, 0.1))
                .hasMessageContaining("serai.overload.reserved-priority");
        assertThatThrownBy(() -> new Shares(0.5, 7, 1, 0.1)).hasMessageContaining("serai.overload.reserved-share");
    }
}
