/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.provider.sim.SimScript;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("L1, L2, L3, L5: every way that a call can end, in the ledger's own tables, to the billionth of a USD")
class LedgerEndsTest {
    private static final String U = FundsBed.USAGE;
    private static final String LONG = LedgerEnds.LONG;
    private static final String SLOW = U + "latency: 8s";

    private FundsBed bed;

    @BeforeEach
    void noLimits() {
        bed = FundsBed.fresh().limit();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.serai.gateway.LedgerEnds#all")
    @DisplayName(
            "L2: what providers charge is in one book, what the customer is charged in the other; nothing stays held")
    void inTheLedger(LedgerEnds.End end) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, end.alpha()).script(PatternBed.BETA, end.beta());
        // When
        GatewayClient.Reply reply = end.task().equals("restarted")
                ? bed.client().useCase(end.task(), end.stream())
                : bed.client().chat(end.task(), end.stream());
        // Then
        JsonNode decision = bed.bed().recordOf(reply);
        LedgerRows.Settled settled = bed.settled(reply.requestId());
        long input = estimate(decision);
        assertThat(settled.costs()).containsExactlyInAnyOrderElementsOf(amounts(end.costs(), input));
        assertThat(settled.credit()).isEqualTo(amount("alpha", end.credit(), input));
        assertThat(settled.outcome()).isEqualTo(end.outcome());
        assertThat(settled.held()).isZero();
        assertTheRecordAgrees(decision, settled);
    }

    @ParameterizedTest
    @CsvSource({"false, first", "true, first", "true, hedged"})
    @DisplayName("H5 L2: a client that leaves before the first content is charged nothing; the prompt was sent")
    void goneBeforeContent(boolean stream, String task) throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, SLOW).script(PatternBed.BETA, SLOW);
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send(task, stream, "Hi");
            PatternBed.within(Duration.ofSeconds(5))
                    .until(() -> !bed.bed().asked(PatternBed.ALPHA).isEmpty());
        }
        // Then
        JsonNode decision = nextRecord(before);
        LedgerRows.Settled settled = bed.settled(decision.path("requestId").textValue());
        assertThat(settled.outcome()).isEqualTo("cancelled");
        assertThat(settled.costs()).contains("alpha " + estimate(decision) * 2000 + " estimated");
        assertThat(settled.credit()).isZero();
        assertTheRecordAgrees(decision, settled);
    }

    @Test
    @DisplayName("H5 L2: a client that leaves in the middle is charged for its prompt and for what it was handed")
    void goneAfterContent() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, LONG + "tokenDelay: 700ms\n");
        int before = bed.gateway().recordsAtRest();
        // When
        try (RawClient client = new RawClient(bed.gateway())) {
            client.send("hedged", true, "Hi");
            client.readUntil("one");
        }
        // Then: "alpha one"; a third word may have been on its way
        JsonNode decision = nextRecord(before);
        LedgerRows.Settled settled = bed.settled(decision.path("requestId").textValue());
        long input = estimate(decision);
        assertThat(settled.credit()).isIn(input * 2000 + 30_000, input * 2000 + 40_000);
        assertThat(settled.outcome()).isEqualTo("cancelled");
        assertTheRecordAgrees(decision, settled);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    @DisplayName("L5: of an unknown price, what was reserved is settled, and flagged")
    void unknownPrice(boolean stream) throws Exception {
        // Given
        bed.script(PatternBed.GAMMA, U);
        // When
        GatewayClient.Reply reply = bed.client().chat("unpriced", stream);
        // Then
        JsonNode decision = bed.bed().recordOf(reply);
        LedgerRows.Settled settled = bed.settled(reply.requestId());
        long reserved = FundsBed.nanos(decision.at("/money/reservedUsd"));
        assertThat(reserved).isBetween(4096 * 25_000L, 4096 * 25_000L + 100 * 5_000L);
        assertThat(settled.costs()).containsExactly("gamma " + reserved + " unpriced");
        assertThat(settled.credit()).isEqualTo(reserved);
        assertThat(decision.at("/money/flags").toString()).isEqualTo("[\"unpriced\"]");
        assertTheRecordAgrees(decision, settled);
    }

    @Test
    @DisplayName("A8 L2: a call that names a deployment is charged like any other, on the task 'pinned'")
    void pinned() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, U);
        // When
        GatewayClient.Reply reply = bed.client().chat(PatternBed.ALPHA, false);
        // Then
        LedgerRows.Settled settled = bed.settled(reply.requestId());
        assertThat(settled.costs()).containsExactly("alpha 700000");
        assertThat(settled.credit()).isEqualTo(FundsBed.ALPHA_COST);
        assertThat(bed.number("select count(*) from ledger_settlement where task = 'pinned' and call_id = '"
                        + reply.requestId() + "'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"'usage: {prompt: 40}', 120000, ''", "'usage: none', 0, ' estimated'"})
    @DisplayName("L2 L5: embeddings: the prompt, all inputs of it")
    void embeddings(String usage, long cost, String flags) {
        // Given
        bed.gateway().sim().server().mount(vectors(), SimScript.read(usage));
        String body = "{\"model\": \"embeds\", \"input\": [\"Where is my order?\", \"It has not come.\"]}";
        // When
        var reply = DoorHttp.post(bed.gateway(), "/v1/embeddings", bed.gateway().key(), body);
        // Then
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        String id = DoorHttp.requestId(reply);
        JsonNode decision = bed.gateway().awaitRecord(id);
        LedgerRows.Settled settled = bed.settled(id);
        long expected = cost == 0 ? estimate(decision) * 3000 : cost;
        assertThat(settled.costs()).containsExactly("vectors " + expected + flags);
        assertThat(settled.credit()).isEqualTo(expected);
    }

    @Test
    @DisplayName("A5 L2: a call over JMS is settled the same way")
    void overJms() throws Exception {
        // Given
        bed.script(PatternBed.ALPHA, U);
        try (JmsClient client = JmsClient.of(bed.gateway())) {
            // When
            var reply = client.ask(
                    DoorHttp.question(DoorHttp.OPENAI, "first"),
                    Map.of("SeraiKey", bed.gateway().key()));
            // Then
            assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(200);
            LedgerRows.Settled settled = bed.settled(reply.getStringProperty("SeraiRequestId"));
            assertThat(settled.costs()).containsExactly("alpha 700000");
            assertThat(settled.credit()).isEqualTo(FundsBed.ALPHA_COST);
        }
    }

    @Test
    @DisplayName("L1: a call that fails before anybody is asked gives back what it held, and is not settled")
    void failsBeforeAnybodyIsAsked() throws Exception {
        // When
        GatewayClient.Reply reply = bed.client().chat("fails", false);
        // Then
        assertThat(reply.status()).isEqualTo(500);
        JsonNode decision = bed.bed().recordOf(reply);
        bed.atRest();
        assertThat(decision.has("money")).isFalse();
        assertThat(bed.held(reply.requestId())).isZero();
        assertThat(bed.find(reply.requestId())).isEmpty();
    }

    @Test
    @DisplayName("L1: a deployment that costs nothing is settled at zero; a count of tokens leaves the ledger alone")
    void nothingToPay() throws Exception {
        // Given
        String count = "{\"model\": \"first\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}";
        // When
        var counted = DoorHttp.post(
                bed.gateway(), "/v1/messages/count_tokens", bed.gateway().key(), count);
        GatewayClient.Reply free = bed.client().chat("quick-reply", false);
        // Then
        assertThat(counted.statusCode()).isEqualTo(200);
        assertThat(free.status()).isEqualTo(200);
        bed.atRest();
        assertThat(bed.find(DoorHttp.requestId(counted))).isEmpty();
        LedgerRows.Settled settled = bed.settled(free.requestId());
        assertThat(settled.cost()).isZero();
        assertThat(settled.credit()).isZero();
        assertThat(FundsBed.nanos(bed.bed().recordOf(free).at("/money/reservedUsd")))
                .isZero();
    }

    @Test
    @DisplayName("L10: after mixed load the records and the ledger add up to the same")
    void theyAddUp() throws Exception {
        // Given
        String flaky = U + "failRate: 0.3\nfailWith: {status: 503}\nlatency: 30ms";
        bed.script(PatternBed.ALPHA, flaky).script(PatternBed.BETA, flaky).script(PatternBed.GAMMA, flaky);
        List<String> tasks = List.of("first", "parallel", "shadowed", "unpriced", "buffered", "hedged", "json");
        List<CompletableFuture<GatewayClient.Reply>> calls = new ArrayList<>();
        // When
        for (int i = 0; i < 84; i++) {
            calls.add(bed.client().chatAsync(tasks.get(i % tasks.size()), i % 2 == 0, "Question " + i));
        }
        List<GatewayClient.Reply> replies =
                calls.stream().map(CompletableFuture::join).toList();
        // Then
        assertThat(replies).extracting(GatewayClient.Reply::status).contains(200);
        bed.atRest();
        long charged = 0;
        long cost = 0;
        for (JsonNode decision : bed.gateway().records()) {
            charged += FundsBed.nanos(decision.at("/money/chargedUsd"));
            cost += FundsBed.nanos(decision.path("providerCostUsd"));
        }
        assertThat(charged).isPositive().isEqualTo(bed.number("select sum(credit + overrun) from ledger_settlement"));
        assertThat(cost)
                .isPositive()
                .isEqualTo(bed.number("select sum(cost) from ledger_settlement"))
                .isEqualTo(bed.number("select sum(amount) from ledger_entry where book = 'COST'"));
        assertThat(bed.number("select count(*) from ledger_hold")).isZero();
    }

    private String vectors() {
        return bed.gateway().sim().mount("vectors", "quick", Map.of()).getPath().substring(1);
    }

    private JsonNode nextRecord(int before) {
        PatternBed.within(Duration.ofSeconds(5))
                .until(() -> bed.gateway().records().size() > before);
        return bed.gateway().records().get(before);
    }

    private static void assertTheRecordAgrees(JsonNode decision, LedgerRows.Settled settled) {
        assertThat(FundsBed.nanos(decision.at("/money/chargedUsd"))).isEqualTo(settled.credit());
        assertThat(FundsBed.nanos(decision.path("providerCostUsd"))).isEqualTo(settled.cost());
    }

    /** The prompt's tokens as the gateway has counted them; a handful in all of these tests. */
    private static long estimate(JsonNode decision) {
        for (JsonNode attempt : decision.path("attempts")) {
            if (attempt.path("usageEstimated").asBoolean()) {
                long input = attempt.at("/usage/input").longValue();
                assertThat(input).isBetween(4L, 20L);
                return input;
            }
        }
        return 0;
    }

    private static List<String> amounts(List<String> costs, long input) {
        return costs.stream()
                .map(cost -> {
                    int space = cost.lastIndexOf(' ');
                    String deployment = cost.substring(0, space);
                    String amount = cost.substring(space + 1);
                    return deployment + " " + amount(deployment, amount, input)
                            + (amount.startsWith("in+") ? " estimated" : "");
                })
                .toList();
    }

    private static long amount(String deployment, String amount, long input) {
        if (!amount.startsWith("in+")) {
            return Long.parseLong(amount);
        }
        long output = Long.parseLong(amount.substring("in+".length()));
        return deployment.endsWith("alpha") ? input * 2000 + output * 10_000 : input * 1000 + output * 4000;
    }
}
