/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.anthropic.errors.AnthropicServiceException;
import com.fasterxml.jackson.databind.JsonNode;
import com.openai.errors.UnexpectedStatusCodeException;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@DisplayName("L4: where there is not enough money for a call, it is refused, or served by something cheaper")
class FundsRefusedTest {
    private static final String U = FundsBed.USAGE;
    private static final long FOR_BETA = FundsBed.FOR_BETA;

    private FundsBed bed;

    @BeforeEach
    void noLimits() {
        bed = FundsBed.fresh().limit();
        bed.script(PatternBed.ALPHA, U).script(PatternBed.BETA, U);
    }

    @AfterEach
    void noLimitsAgain() {
        bed.limit();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions, /error/code, insufficient_quota",
        "/v1/messages, /error/type, billing_error",
        "/v1/responses, /error/code, insufficient_quota",
        "/v1beta/models/, /error/code, 402",
        "/gateway/use-cases/poor, /error/class, insufficient_funds",
        "/gateway/use-cases/poor/stream, /error/class, insufficient_funds"
    })
    @DisplayName("L4 H1: refuse: 402 in the door's dialect says what is missing and until when; nobody is asked")
    void refused(String door, String field, String value) {
        // Given
        bed.limit(FundsBed.budget("poor", FOR_BETA));
        // When
        String path = door.startsWith("/v1beta") ? door + "poor:streamGenerateContent?alt=sse" : door;
        String kind = door.startsWith("/v1beta") ? DoorHttp.GEMINI : door;
        HttpResponse<String> reply =
                DoorHttp.post(bed.gateway(), path, bed.gateway().key(), DoorHttp.question(kind, "poor"));
        // Then
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(402);
        assertThat(DoorHttp.json(reply).at(field).asText()).isEqualTo(value);
        assertThat(DoorHttp.json(reply).at("/error/message").asText())
                .matches("Not enough funds: 0\\.000[0-9]+ USD are missing in the daily budget of the task 'poor'\\. "
                        + "It renews at 20[0-9-]+T00:00:00Z\\.");
        assertThat(Integer.parseInt(reply.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 86_400);
        JsonNode decision = bed.gateway().awaitRecord(DoorHttp.requestId(reply));
        assertThat(decision.path("outcome").textValue()).isEqualTo("insufficient_funds");
        assertThat(decision.path("attempts")).isEmpty();
        assertThat(FundsBed.notAsked(decision)).containsExactly("alpha insufficient_funds");
        assertThat(bed.bed().asked(PatternBed.ALPHA)).isEmpty();
        bed.atRest();
        assertThat(bed.find(DoorHttp.requestId(reply))).isEmpty();
    }

    @Test
    @DisplayName("L4 A6: the official SDKs raise their own exceptions with the status 402, streamed or not")
    void refusedBySdk() {
        // Given
        bed.limit(FundsBed.budget("poor", 0));
        var question = ChatCompletionCreateParams.builder()
                .model("poor")
                .addUserMessage("Hi")
                .build();
        var message = com.anthropic.models.messages.MessageCreateParams.builder()
                .model("poor")
                .maxTokens(50)
                .addUserMessage("Hi")
                .build();
        var openAi =
                DoorGateway.openAi(bed.gateway(), bed.gateway().key()).chat().completions();
        var anthropic =
                DoorGateway.anthropic(bed.gateway(), bed.gateway().key()).messages();
        // When
        var plain = catchThrowableOfType(UnexpectedStatusCodeException.class, () -> openAi.create(question));
        var streamed =
                catchThrowableOfType(UnexpectedStatusCodeException.class, () -> openAi.createStreaming(question));
        var other = catchThrowableOfType(AnthropicServiceException.class, () -> anthropic.create(message));
        // Then
        assertThat(plain.statusCode()).isEqualTo(402);
        assertThat(plain.code()).contains("insufficient_quota");
        assertThat(streamed.statusCode()).isEqualTo(402);
        assertThat(other.statusCode()).isEqualTo(402);
    }

    @Test
    @DisplayName("A5 L4: over JMS a refusal names its class")
    void refusedOverJms() throws Exception {
        // Given
        bed.limit(FundsBed.budget("poor", FOR_BETA));
        try (JmsClient client = JmsClient.of(bed.gateway())) {
            // When
            var reply = client.ask(
                    DoorHttp.question(DoorHttp.OPENAI, "poor"),
                    Map.of("SeraiKey", bed.gateway().key()));
            // Then
            assertThat(reply.getIntProperty("SeraiStatus")).isEqualTo(402);
            assertThat(reply.getStringProperty("SeraiErrorClass")).isEqualTo("insufficient_funds");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("L4: downgrade: the cheaper deployment serves, and the record says why the other was not asked")
    void downgraded(boolean stream) throws Exception {
        // Given
        bed.limit(FundsBed.budget("thrifty", bed.number(spentOf("thrifty")) + FOR_BETA));
        double before = bed.bed().count("serai.downgrades", "task", "thrifty");
        // When
        GatewayClient.Reply reply = bed.client().chat("thrifty", stream, "Hi");
        // Then
        assertThat(reply.text()).isEqualTo("beta says so");
        JsonNode decision = bed.bed().recordOf(reply);
        assertThat(FundsBed.notAsked(decision)).containsExactly("alpha insufficient_funds");
        LedgerRows.Settled settled = bed.settled(reply.requestId());
        assertThat(settled.costs()).containsExactly("beta 300000");
        assertThat(settled.credit()).isEqualTo(FundsBed.BETA_COST);
        assertThat(bed.bed().count("serai.downgrades", "task", "thrifty") - before)
                .isEqualTo(1);
    }

    @Test
    @DisplayName("L4: downgrade: where there is not enough for the cheapest, 402")
    void nothingFits() throws Exception {
        // Given
        bed.limit(FundsBed.budget("broke", 10_000));
        // When
        GatewayClient.Reply reply = bed.client().chat("broke", true, "Hi");
        // Then
        assertThat(reply.status()).isEqualTo(402);
        assertThat(reply.retryAfter()).isPositive();
        assertThat(FundsBed.notAsked(bed.bed().recordOf(reply)))
                .containsExactly("alpha insufficient_funds", "beta insufficient_funds");
        assertThat(bed.bed().asked(PatternBed.BETA)).isEmpty();
    }

    @Test
    @DisplayName("L4: downgrade: a route that asks a deployment by itself gets 402 for one that is too dear")
    void aRouteOfItsOwn() throws Exception {
        // Given
        bed.limit(FundsBed.budget("thrifty-direct", FOR_BETA));
        // When
        GatewayClient.Reply reply = bed.client().chat("thrifty-direct", false, "Hi");
        // Then
        assertThat(reply.status()).isEqualTo(402);
        assertThat(bed.bed().asked(PatternBed.ALPHA)).isEmpty();
        bed.atRest();
        assertThat(bed.held(reply.requestId())).isZero();
    }

    private static String spentOf(String task) {
        return "select coalesce(sum(credit), 0) from ledger_settlement where task = '" + task + "'";
    }
}
