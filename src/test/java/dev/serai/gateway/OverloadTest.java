/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import jakarta.jms.Message;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.OverloadBed.Who;

import static org.assertj.core.api.Assertions.assertThat;

/** A gateway with more calls than places (K2, K5). After each test every place is free again. */
class OverloadTest {
    private OverloadBed bed;

    @BeforeEach
    void begin() {
        bed = new OverloadBed();
    }

    @AfterEach
    void everyPlaceIsFreeAgain() throws Exception {
        bed.close();
    }

    @Test
    @DisplayName(
            "K2: the least urgent that waits is shed for one that is more urgent, with 503 and Retry-After; the others are served")
    void shedsTheLeastUrgentFirst() throws Exception {
        // Given
        bed.fill();
        CompletableFuture<GatewayClient.Reply> low = bed.waits(Who.LOW, "quick");
        List<CompletableFuture<GatewayClient.Reply>> normal = IntStream.range(1, OverloadBed.ROOM)
                .mapToObj(i -> bed.waits(Who.NORMAL, "quick"))
                .toList();
        // When
        CompletableFuture<GatewayClient.Reply> urgent = bed.client(Who.URGENT).chatAsync("quick", false, "Hi");
        GatewayClient.Reply shed = low.join();
        GatewayClient.Reply refused = bed.client(Who.LOW).chat("quick", false);
        bed.close();
        // Then
        assertThat(shed.status()).isEqualTo(503);
        assertThat(shed.retryAfter()).isBetween(1, 30);
        assertThat(shed.json().at("/error/code").textValue()).isEqualTo("shed");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().at("/error/code").textValue()).isEqualTo("queue_full");
        assertThat(urgent.join().status()).isEqualTo(200);
        assertThat(normal).allMatch(reply -> reply.join().status() == 200);
        JsonNode entry = bed.gateway().awaitRecord(shed.requestId());
        assertThat(entry.path("outcome").textValue()).isEqualTo("overloaded");
        assertThat(entry.at("/queue/priority").intValue()).isEqualTo(1);
        assertThat(entry.path("attempts")).isEmpty();
        assertThat(bed.gateway()
                        .awaitRecord(urgent.join().requestId())
                        .at("/queue/queuedMs")
                        .longValue())
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        DoorHttp.OPENAI + ", /error/type, server_error",
        DoorHttp.RESPONSES + ", /error/type, server_error",
        DoorHttp.ANTHROPIC + ", /error/type, overloaded_error",
        DoorHttp.GEMINI + ", /error/status, UNAVAILABLE",
        "/gateway/use-cases/quick, /error/class, overloaded"
    })
    @DisplayName("K2: a full queue is a 503 with Retry-After in each door's dialect")
    void everyDoorSaysSo(String door, String field, String value) throws Exception {
        // Given
        bed.fill();
        IntStream.range(0, OverloadBed.ROOM).forEach(i -> bed.waits(Who.URGENT, "quick"));
        String path = door.equals(DoorHttp.GEMINI) ? door + "quick:generateContent" : door;
        // When
        HttpResponse<String> response =
                DoorHttp.post(bed.gateway(), path, Who.NORMAL.key(), DoorHttp.question(door, "quick"));
        // Then
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 30L);
        assertThat(DoorHttp.json(response).at(field).textValue())
                .as(response.body())
                .isEqualTo(value);
    }

    @Test
    @DisplayName("K2: a call that has no place in time is refused while its deadline still runs, and nothing is sent")
    void refusesWhatCannotBeInTime() throws Exception {
        // Given
        bed.fill();
        // When
        GatewayClient.Reply reply = bed.client(Who.URGENT).chat("hurried", false);
        // Then
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().at("/error/code").textValue()).isIn("queue_timeout", "no_time");
        assertThat(reply.retryAfter()).isNotNull();
        JsonNode entry = bed.gateway().awaitRecord(reply.requestId());
        assertThat(entry.path("deadlineUsed").doubleValue()).isPositive();
        assertThat(entry.path("attempts")).isEmpty();
    }

    @Test
    @DisplayName("H5 K2: a client that leaves while it waits frees its room, and one record says so")
    void clientLeavesTheQueue() throws Exception {
        // Given
        bed.fill();
        int records = bed.gateway().recordsAtRest();
        RawClient client = new RawClient(bed.gateway()).send("quick", true, "Hi");
        OverloadBed.within().until(() -> bed.places().waiting() == 1);
        // When
        client.close();
        // Then
        OverloadBed.within().until(() -> bed.places().waiting() == 0);
        OverloadBed.within().until(() -> bed.gateway().records().size() == records + 1);
        JsonNode entry = bed.gateway().records().get(records);
        assertThat(entry.path("outcome").textValue()).isEqualTo("cancelled");
        assertThat(entry.path("errorCode").textValue()).isEqualTo("client_gone");
        assertThat(entry.path("attempts")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"quick, 200", "fails, 503", "hops, 200", "breaks, 200", "narrow-then-wide, 200", "no-such-task, 404"})
    @DisplayName("K2: whatever the end of a call, plain or streamed, its places are free again")
    void placesComeBack(String task, int status) throws Exception {
        // When
        for (int i = 0; i <= OverloadBed.PLACES; i++) {
            GatewayClient.Reply streamed = bed.client(Who.NORMAL).chat(task, true);
            assertThat(streamed.status()).isIn(status, 502, 503);
            bed.client(Who.NORMAL).chat(task, false);
        }
        // Then
        OverloadBed.within().until(() -> bed.places().inUse() == 0);
        OverloadBed.within().until(() -> bed.inUse("down") + bed.inUse("cut") + bed.inUse("quick") == 0);
    }

    @Test
    @DisplayName("K5: a tenant with more than its share waits for one that has nothing, however urgent its calls are")
    void noTenantTakesAnothersShare() throws Exception {
        // Given
        RawClient first = bed.holds(Who.URGENT.key(), "holds");
        RawClient second = bed.holds(Who.URGENT.key(), "holds");
        CompletableFuture<GatewayClient.Reply> urgent = bed.waits(Who.URGENT, "quick");
        bed.waitsToHold(Who.OTHER);
        assertThat(bed.admin().get("overload").at("/instance/byPriority")).isEqualTo(json("{\"5\": 1, \"9\": 1}"));
        // When
        first.close();
        // Then
        OverloadBed.within().until(() -> bed.places().view().byTenant().equals(Map.of("acme", 1, "globex", 1)));
        assertThat(urgent).isNotDone();
        // When
        second.close();
        // Then
        assertThat(urgent.join().status()).isEqualTo(200);
        assertThat(bed.places().view().byTenant()).containsEntry("globex", 1);
    }

    @Test
    @DisplayName("C2: a task's priority is the most that its calls have")
    void aTaskCapsThePriority() throws Exception {
        // When
        GatewayClient.Reply capped = bed.client(Who.URGENT).chat("capped", false);
        GatewayClient.Reply own = bed.client(Who.LOW).chat("quick", false);
        // Then
        assertThat(priority(capped)).isEqualTo(1);
        assertThat(priority(own)).isEqualTo(1);
        assertThat(priority(bed.client(Who.URGENT).chat("quick", false))).isEqualTo(9);
    }

    private int priority(GatewayClient.Reply reply) {
        return bed.gateway()
                .awaitRecord(reply.requestId())
                .at("/queue/priority")
                .intValue();
    }

    @Test
    @DisplayName("S1 K2: operators and counts of tokens need no place")
    void someNeedNone() throws Exception {
        // Given
        bed.fill();
        IntStream.range(0, OverloadBed.ROOM).forEach(i -> bed.waits(Who.URGENT, "quick"));
        // When
        HttpResponse<String> count = DoorHttp.post(
                bed.gateway(),
                "/v1/messages/count_tokens",
                Who.LOW.key(),
                DoorHttp.question(DoorHttp.ANTHROPIC, "counted"));
        JsonNode report = bed.admin().get("overload");
        // Then
        assertThat(count.statusCode()).isEqualTo(200);
        assertThat(report.path("instance").path("limit").intValue()).isEqualTo(OverloadBed.PLACES);
        assertThat(report.path("instance").path("inUse").intValue()).isEqualTo(OverloadBed.PLACES);
        assertThat(report.path("instance").path("waiting").intValue()).isEqualTo(OverloadBed.ROOM);
        assertThat(bed.admin().scraped("serai_places_queued")).isEqualTo(OverloadBed.ROOM);
        assertThat(bed.admin().scraped("serai_places_limit")).isEqualTo(OverloadBed.PLACES);
    }

    @Test
    @DisplayName(
            "A5 K2: a message waits with its consumer where a request over HTTP is refused, so that consumption slows down")
    void messagesWait() throws Exception {
        // Given
        bed.fill();
        IntStream.range(0, OverloadBed.ROOM).forEach(i -> bed.waits(Who.URGENT, "quick"));
        try (JmsClient jms = JmsClient.of(bed.gateway())) {
            // When
            jms.send(jms.text(DoorHttp.question(DoorHttp.OPENAI, "quick"), Map.of("SeraiKey", Who.LOW.key())));
            OverloadBed.within().until(() -> bed.places().waiting() == OverloadBed.ROOM + 1);
            GatewayClient.Reply refused = bed.client(Who.LOW).chat("quick", false);
            bed.close();
            Message reply = jms.reply();
            // Then
            assertThat(refused.status()).isEqualTo(503);
            assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(200);
        }
    }

    private static JsonNode json(String text) throws Exception {
        return dev.serai.llm.dialect.Json.MAPPER.readTree(text);
    }
}
